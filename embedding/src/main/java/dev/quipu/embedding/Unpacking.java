package dev.quipu.embedding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Files out of the program's jars.
final class Unpacking {

  private Unpacking() {}

  /// Puts the file there in one step, so that a crash or another process at the same work leaves it
  /// whole. False if there is no such resource.
  static boolean resource(String name, Path path) throws IOException {
    try (InputStream in = Unpacking.class.getResourceAsStream(name)) {
      if (in == null) {
        return false;
      }
      var folder = path.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      var fresh = Files.createTempFile(folder, "unpacking-", ".part");
      try {
        Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
        try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
      return true;
    }
  }
}
