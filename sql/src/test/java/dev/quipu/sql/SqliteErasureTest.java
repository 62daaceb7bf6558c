package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Erasing;
import dev.quipu.testkit.fixture.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That what was erased cannot be read off the disk.
final class SqliteErasureTest {

  private static final String SECRET = "the-secret-that-was-told";
  private static final JsonObject BODY = JsonObject.of("text", Json.of(SECRET));

  @TempDir private Path folder;

  @Test
  void an_erased_entry_and_a_dropped_space_are_in_no_file() throws IOException {
    try (var storage =
        SqlStorage.openSqlite(folder, InstantSource.fixed(Names.DAWN), new SecureRandom())) {
      done(
          storage,
          Deed.of(ACME, "told").saying(BODY).create(memory("m"), Envelopes.OPEN, BODY, Names.DAWN));
      assertThat(filesThatTell()).isPositive();

      done(storage, new Erasing(ACME, at(0), 1));
      done(storage, unit(ACME, tx -> tx.drop(tx.activate(tx.openSpace()), 1000)));

      assertThat(filesThatTell()).isZero();
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  private long filesThatTell() throws IOException {
    try (var files = Files.list(folder)) {
      long count = 0;
      for (var file : files.toList()) {
        count += Files.readString(file, ISO_8859_1).contains(SECRET) ? 1 : 0;
      }
      return count;
    }
  }
}
