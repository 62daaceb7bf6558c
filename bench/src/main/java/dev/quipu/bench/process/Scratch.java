package dev.quipu.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;

/// A folder for a measurement, on the disk that is measured, gone afterwards.
public record Scratch(Path folder) implements AutoCloseable {

  public static Scratch open() throws IOException {
    return new Scratch(Files.createTempDirectory("quipu-bench-"));
  }

  /// Waits until what was written so far is on the disk, so that it does not weigh on what is
  /// measured next.
  public void settle() throws IOException, InterruptedException {
    new ProcessBuilder("sync", "-f", folder.toString()).start().waitFor();
  }

  public Path resolve(String name) {
    return folder.resolve(name);
  }

  @Override
  public void close() {
    remove(folder);
  }

  public static void remove(Path folder) {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      // Nothing to remove.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
