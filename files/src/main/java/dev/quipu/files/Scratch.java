package dev.quipu.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Folders for what is needed while a file is read.
final class Scratch {

  private static final System.Logger LOG = System.getLogger(Scratch.class.getName());

  private Scratch() {}

  /// Removes what processes have left behind that were killed together with us.
  static void sweep(Path folder, String prefix) {
    if (Files.isDirectory(folder)) {
      try (var left = Files.newDirectoryStream(folder, prefix + "*")) {
        left.forEach(Scratch::remove);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// Does not follow links: what is read may have made some.
  static void remove(Path folder) {
    try {
      Files.walkFileTree(folder, new Removing());
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "event=scratch_not_removed folder={0}", folder, e);
    }
  }

  private static final class Removing extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE; // somebody was faster
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
