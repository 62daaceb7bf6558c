package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.log.LogPosition;
import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Columns that repeat what is hashed elsewhere: changing one by hand must not go unnoticed.
final class SqliteTamperingTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "audience = x'00112233445566778899aabbccddeeff'",
        "workspace = 'ws_elsewhere'",
        "expires_at = 1",
        "indexed = 0",
        "envelope = x'7b7d'"
      })
  void an_object_whose_columns_contradict_its_envelope_is_named(String change) throws SQLException {
    tamper("UPDATE object SET " + change + " WHERE type = 'memory'");

    try (var storage = open();
        var snapshot = whole(storage, ACME)) {
      assertThatThrownBy(() -> snapshot.rows(snapshot.activeSpace(), _ -> {}))
          .isInstanceOf(Corrupt.class)
          .hasMessageContaining("memory/m");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event_id = 'another'",
        "visible_time = visible_time + 1",
        "event_time = 0",
        "header = x'00'",
        "payload = x'5b5d'"
      })
  void a_line_whose_columns_contradict_its_header_is_named(String change) throws SQLException {
    tamper("UPDATE log SET " + change + " WHERE position = 2");

    try (var storage = open();
        var snapshot = whole(storage, ACME)) {
      assertThatThrownBy(() -> snapshot.log(LogPosition.START, 10))
          .isInstanceOf(Corrupt.class)
          .hasMessageContaining("position 2");
    }
  }

  private SqlStorage open() {
    return SqlStorage.openSqlite(folder, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }

  private void tamper(String sql) throws SQLException {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "first").create(memory("m")), Deed.of(ACME, "second"));
    }
    try (var connection = Sqlite.connect(folder.resolve("quipu.db"), Use.WRITE);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
