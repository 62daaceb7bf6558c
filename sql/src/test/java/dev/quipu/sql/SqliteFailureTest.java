package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quipu.engine.storage.Unit;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Head;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What happens when the disk does not do its part.
final class SqliteFailureTest {

  private static final JsonObject MEGABYTE = JsonObject.of("text", Json.of("x".repeat(1 << 20)));

  private final FailingConnections<Path> connections = FailingConnections.ofSqlite();

  @TempDir private Path folder;
  private SqlStorage storage;

  @BeforeEach
  void open() {
    storage =
        SqlStorage.openSqlite(
            folder, InstantSource.fixed(Names.DAWN), new SecureRandom(), connections);
    done(storage, Deed.of(ACME, "first"));
  }

  @AfterEach
  void close() {
    storage.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"BEGIN IMMEDIATE", "COMMIT"})
  void a_group_fails_as_a_whole_if_its_transaction_does(String statement) {
    connections.failNext(statement);

    var failure = unavailable(Deed.of(ACME, "second"), Deed.of(GLOBEX, "third"));

    assertThat(failure.code()).isEqualTo("storage.unavailable");
    assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
  }

  /// A unit that fails after it has written makes the group begin again, with savepoints.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ROLLBACK",
        "SAVEPOINT unit",
        "ROLLBACK TO SAVEPOINT unit",
        "RELEASE SAVEPOINT unit",
        "COMMIT"
      })
  void a_group_that_begins_again_fails_as_a_whole_too(String statement) {
    Unit halfWay =
        unit(
            ACME,
            transaction -> {
              Deed.of(ACME, "second").run(transaction);
              throw new IllegalStateException("half-way");
            });
    connections.failNext(statement);

    unavailable(halfWay, Deed.of(GLOBEX, "third"));

    assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
  }

  @Test
  void after_a_failed_group_the_next_one_goes_on_from_what_is_durable() {
    connections.failNext("COMMIT");
    unavailable(Deed.of(ACME, "second"));

    done(storage, Deed.of(ACME, "second"));

    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @Test
  void a_writer_that_could_not_be_reopened_is_opened_by_the_next_commit() {
    connections.failToReopen();
    unavailable(Deed.of(ACME, "second"));

    done(storage, Deed.of(ACME, "second"));

    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @Test
  void a_unit_that_shrugs_a_disk_error_off_does_not_save_its_group() {
    connections.failNextThatBeginsWith("INSERT INTO log");
    Unit shrugging =
        unit(
            ACME,
            transaction -> {
              try {
                Deed.of(ACME, "second").run(transaction);
              } catch (Unavailable _) {
                return;
              }
            });

    unavailable(shrugging, Deed.of(GLOBEX, "third"));

    assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
  }

  @Test
  void a_full_disk_fails_the_group_and_lets_readers_read() {
    connections.setForNextWriter("PRAGMA max_page_count = 200");
    reopenWriter();

    unavailable(Deed.of(GLOBEX, "small"), Deed.of(ACME, "large").saying(MEGABYTE));

    assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
    assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    done(storage, Deed.of(ACME, "large").saying(MEGABYTE));
    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @Test
  void a_disk_that_cannot_be_written_fails_the_group_and_lets_readers_read() {
    connections.setForNextWriter("PRAGMA query_only = ON");
    reopenWriter();

    unavailable(Deed.of(ACME, "second"));

    assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    done(storage, Deed.of(ACME, "second"));
    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @Test
  void telemetry_that_cannot_be_written_says_so_and_harms_nothing() {
    connections.failNext("COMMIT");

    assertThatThrownBy(() -> storage.touch(Map.of(ACME, Names.DUSK)))
        .isInstanceOf(Unavailable.class);

    assertThat(storage.lastUsed()).isEmpty();
    done(storage, Deed.of(ACME, "second"));
  }

  /// A failure makes the storage open another writer, which then has the setting of the test.
  private void reopenWriter() {
    connections.failNext("BEGIN IMMEDIATE");
    unavailable(Deed.of(ACME, "nothing"));
  }

  private Unavailable unavailable(Unit... units) {
    var failure = catchThrowableOfType(Unavailable.class, () -> storage.commit(List.of(units)));
    assertThat(failure).isNotNull();
    return failure;
  }
}
