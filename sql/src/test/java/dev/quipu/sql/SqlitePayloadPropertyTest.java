package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.payload.PayloadProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Comparator;
import net.jqwik.api.lifecycle.AfterTry;

/// SQLite under the engine, with random payloads. They are about answers, not about crashes, so the
/// disk is not waited for.
final class SqlitePayloadPropertyTest implements PayloadProperties {

  private final Path folder = newFolder();

  @Override
  public Storage openEmpty(InstantSource clock, String name) {
    return SqlStorage.openSqlite(
        folder.resolve(name), clock, new SecureRandom(), HastyConnections::open);
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
      return Files.createTempDirectory("quipu-payloads");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
