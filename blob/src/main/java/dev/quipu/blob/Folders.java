package dev.quipu.blob;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/// Folders that only their owner can open, and whose entries outlive a crash.
final class Folders {

  private Folders() {}

  /// Makes the folder and those above it that are missing.
  static void make(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    var above = folder.toAbsolutePath().getParent();
    if (above != null) {
      make(above);
    }
    try {
      Files.createDirectory(folder, privately(folder, "rwx------"));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
    if (above != null) {
      sync(above);
    }
  }

  /// Makes what was put into the folder, and what was taken out of it, outlive a crash.
  static void sync(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static FileAttribute<?>[] privately(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
