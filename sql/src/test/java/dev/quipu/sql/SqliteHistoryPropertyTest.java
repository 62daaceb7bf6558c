package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.history.HistoryProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Comparator;
import net.jqwik.api.lifecycle.AfterTry;

/// SQLite under the engine, with random histories. They are about answers, not about crashes, so
/// the disk is not waited for.
final class SqliteHistoryPropertyTest implements HistoryProperties {

  private final Path folder = newFolder();

  @Override
  public Storage openEmpty(InstantSource clock) {
    remove();
    return SqlStorage.openSqlite(folder, clock, new SecureRandom(), HastyConnections::open);
  }

  @AfterTry
  void remove() {
    if (!Files.exists(folder)) {
      return;
    }
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("quipu-histories");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
