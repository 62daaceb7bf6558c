package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.asked;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.model.view.Digest;
import dev.quipu.testkit.fixture.Acts;
import dev.quipu.testkit.fixture.Deed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an older program has written is there after the schema was brought up to date.
interface MigrationContract {

  /// What takes a database back to the schema before, newest first.
  List<String> BACK_TO_1 =
      List.of(
          "DROP INDEX span_by_end",
          "DROP TABLE lease",
          "ALTER TABLE tenant DROP COLUMN ended",
          "ALTER TABLE tenant DROP COLUMN touched",
          "DELETE FROM schema_version WHERE version > 1");

  SqlStorage open();

  /// A connection beside the storage's.
  Connection connect() throws SQLException;

  @Test
  default void a_database_of_the_first_schema_keeps_its_log_and_views_and_can_do_what_is_new()
      throws SQLException {
    String logId;
    Digest digest;
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")), Deed.of(GLOBEX, "g1"));
      logId = storage.logId();
      digest = digest(storage);
    }
    goBack();

    try (var storage = open()) {
      assertThat(storage.logId()).isEqualTo(logId);
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
      assertThat(digest(storage)).isEqualTo(digest);
      assertThat(asked(storage, ACME, Transaction::isEnded)).isFalse();
      var before = storage.touched(List.of(ACME, GLOBEX));
      done(storage, Deed.of(ACME, "a2"));
      var after = storage.touched(List.of(ACME, GLOBEX));
      assertThat(before).containsOnlyKeys(ACME, GLOBEX);
      assertThat(after.get(ACME)).isGreaterThan(before.get(ACME));
      assertThat(after.get(GLOBEX)).isEqualTo(before.get(GLOBEX));
      assertThat(storage.lease("work", "one", Duration.ofHours(1))).isTrue();
    }
    open().close();
  }

  private void goBack() throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      for (var sql : BACK_TO_1) {
        statement.execute(sql);
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }
  }

  private static Digest digest(Storage storage) {
    try (var snapshot = whole(storage, ACME)) {
      return snapshot.keptDigest(Acts.activeSpace(snapshot));
    }
  }
}
