package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.storage.AccessFilterProperties;
import dev.quipu.testkit.storage.StorageProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Comparator;
import net.jqwik.api.lifecycle.AfterTry;

/// SQLite against the oracle and the access rule, with random histories.
final class SqliteStoragePropertyTest implements AccessFilterProperties, StorageProperties {

  private final Path folder = newFolder();

  @Override
  public Storage openEmpty() {
    remove(folder);
    return SqlStorage.openSqlite(
        folder, InstantSource.fixed(Names.DAWN), new SecureRandom(), HastyConnections::open);
  }

  @AfterTry
  void removeFolder() {
    remove(folder);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("quipu-properties");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) {
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
}
