package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.log.Head;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.fixture.Poisoned;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What happens when the server, the way to it or another process does not do its part.
final class PostgresFailureTest {

  private static final String DISK_FULL = "53100";
  private static final String CONNECTION_LOST = "08006";

  private FailingConnections<PostgresAddress> connections;
  private SqlStorage storage;

  private void openWith(String state) {
    connections = FailingConnections.ofPostgres(state);
    storage =
        SqlStorage.openPostgres(
            PostgresAddress.parse(PostgresServer.shared().newSchema()),
            InstantSource.fixed(Names.DAWN),
            new SecureRandom(),
            connections);
    done(storage, Deed.of(ACME, "first"));
  }

  @AfterEach
  void close() {
    storage.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT name FROM tenant", "INSERT INTO log", "UPDATE tenant", "COMMIT"})
  void a_group_fails_as_a_whole_if_the_server_cannot_go_on(String statement) {
    openWith(DISK_FULL);
    connections.failNextThatBeginsWith(statement);

    assertThatThrownBy(
            () -> storage.commit(List.of(Deed.of(ACME, "second"), Deed.of(GLOBEX, "third"))))
        .isInstanceOf(Unavailable.class);

    assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
    done(storage, Deed.of(ACME, "second"));
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
    openWith(DISK_FULL);
    connections.failNext(statement);

    assertThatThrownBy(
            () ->
                storage.commit(
                    List.of(new Poisoned(Deed.of(ACME, "second")), Deed.of(GLOBEX, "third"))))
        .isInstanceOf(Unavailable.class);

    assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
  }

  /// Its locks were let go, so what it knew may have been changed by others.
  @Test
  void a_group_that_begins_again_takes_its_locks_again() {
    openWith(DISK_FULL);
    var statements = connections.watched();

    storage.commit(List.of(new Poisoned(Deed.of(ACME, "second")), Deed.of(ACME, "third")));

    assertThat(statements.subList(statements.indexOf("ROLLBACK"), statements.size()))
        .anyMatch(sql -> sql.startsWith("SELECT name FROM tenant") && sql.endsWith("FOR UPDATE"));
    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT name FROM tenant", "INSERT INTO log", "UPDATE tenant", "COMMIT", "SELECT"})
  void a_lost_connection_is_replaced_and_the_group_run_again(String statement) {
    openWith(CONNECTION_LOST);
    connections.failNextThatBeginsWith(statement);

    done(storage, Deed.of(ACME, "second"), Deed.of(GLOBEX, "third"));

    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
    assertThat(head(storage, GLOBEX).position()).isEqualTo(at(1));
  }

  @Test
  void retries_and_outages_are_counted() {
    openWith(CONNECTION_LOST);
    connections.failNext("COMMIT");
    done(storage, Deed.of(ACME, "second"));

    assertThat(storage.use().retries()).isEqualTo(1);
    assertThat(storage.use().outages()).isZero();
  }

  @Test
  void what_cannot_be_mended_is_counted_as_an_outage() {
    openWith(DISK_FULL);
    connections.failNext("COMMIT");
    assertThatThrownBy(() -> storage.commit(List.of(Deed.of(ACME, "second"))))
        .isInstanceOf(Unavailable.class);

    assertThat(storage.use().retries()).isZero();
    assertThat(storage.use().outages()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "55P03", "57P01"})
  void a_group_that_was_in_anothers_way_is_run_again(String state) {
    openWith(state);
    connections.failNextThatBeginsWith("INSERT INTO log");

    done(storage, Deed.of(ACME, "second"));

    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @Test
  void a_commit_whose_answer_got_lost_is_not_run_again() {
    openWith(CONNECTION_LOST);
    var runs = new AtomicInteger();
    var deed = Deed.of(ACME, "second");
    connections.loseAnswerOfNext("COMMIT");

    done(
        storage,
        unit(
            ACME,
            transaction -> {
              runs.incrementAndGet();
              deed.run(transaction);
            }));

    assertThat(runs).hasValue(1);
    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @Test
  void a_commit_that_got_lost_itself_is_run_again() {
    openWith(CONNECTION_LOST);
    var runs = new AtomicInteger();
    var deed = Deed.of(ACME, "second");
    connections.failNext("COMMIT");

    done(
        storage,
        unit(
            ACME,
            transaction -> {
              runs.incrementAndGet();
              deed.run(transaction);
            }));

    assertThat(runs).hasValue(2);
    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }

  @Test
  void a_unit_that_shrugs_off_a_refused_row_fails_alone() {
    openWith(DISK_FULL);
    Unit shrugging =
        unit(
            ACME,
            transaction -> {
              try {
                Deed.of(ACME, "first").run(transaction);
              } catch (RowRefused _) {
                return;
              }
            });

    var fates = storage.commit(List.of(shrugging, Deed.of(ACME, "second")));

    assertThat(fates.getFirst()).isInstanceOf(Fate.Failed.class);
    assertThat(fates.getLast()).isInstanceOf(Fate.Done.class);
    assertThat(head(storage, ACME).position()).isEqualTo(at(2));
  }
}
