package dev.quipu.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;

/// Copies of an index, as a process leaves it that is killed at that moment, and damage to them.
final class FileCopies {

  private FileCopies() {}

  /// Files that vanish meanwhile are those of a merge, and of no commit.
  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    var entries = new ArrayList<Path>();
    try (var stream = Files.newDirectoryStream(from)) {
      stream.forEach(entries::add);
    }
    for (var entry : entries) {
      var target = to.resolve(entry.getFileName().toString());
      if (Files.isDirectory(entry)) {
        copy(entry, target);
      } else if (!entry.endsWith("write.lock")) {
        try {
          Files.copy(entry, target);
        } catch (NoSuchFileException e) {
          Files.deleteIfExists(target);
        }
      }
    }
  }

  static void damage(Path file, String how) throws IOException {
    if (!Files.exists(file)) {
      return; // a lock is not copied
    }
    var bytes = Files.readAllBytes(file);
    switch (how) {
      case "cut" -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      case "flipped" -> {
        if (bytes.length > 0) {
          bytes[bytes.length / 2] ^= 0x11;
        }
        Files.write(file, bytes);
      }
      case "removed" -> Files.delete(file);
      default -> Files.write(file, new byte[0]);
    }
  }
}
