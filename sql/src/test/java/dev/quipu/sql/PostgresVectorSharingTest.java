package dev.quipu.sql;

import static dev.quipu.testkit.embedding.VectorStoreContract.LOG;
import static dev.quipu.testkit.embedding.VectorStoreContract.MODEL;
import static dev.quipu.testkit.embedding.VectorStoreContract.many;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Several stores on one database, as several servers have them, and connections that break.
final class PostgresVectorSharingTest {

  private static final String CONNECTION_LOST = "08006";
  private static final String DISK_FULL = "53100";

  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  private SqlVectorStore open() {
    return SqlVectorStore.openPostgres(address, LOG);
  }

  @Test
  void stores_that_begin_and_put_the_same_at_once_keep_each_text_once() throws Exception {
    var servers = new ArrayList<Callable<Void>>();
    for (int i = 0; i < 4; i++) {
      int from = i * 50;
      servers.add(
          () -> {
            try (var store = open()) {
              for (int at = from; at < from + 300; at += 30) {
                store.put(ACME, MODEL, many(MODEL, at, at + 60));
                store.put(GLOBEX, MODEL, many(MODEL, at, at + 10));
              }
              return null;
            }
          });
    }
    together(servers);

    try (var store = open()) {
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(MODEL, 480, 0));
      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 480).keySet()))
          .isEqualTo(many(MODEL, 0, 480));
    }
    assertThat(rows("SELECT COUNT(*) FROM vector_shelf")).isEqualTo(2);
  }

  @Test
  void whoever_puts_while_another_drops_leaves_nothing_uncounted() throws Exception {
    try (var one = open();
        var two = open()) {
      together(
          List.of(
              () -> {
                for (int i = 0; i < 60; i++) {
                  one.put(ACME, MODEL, many(MODEL, i, i + 40));
                }
                return null;
              },
              () -> {
                for (int i = 0; i < 60; i++) {
                  two.put(ACME, MODEL, many(MODEL, 60 - i, 100 - i));
                }
                return null;
              },
              () -> {
                for (int i = 0; i < 20; i++) {
                  two.drop(ACME, MODEL);
                }
                return null;
              },
              () -> {
                for (int i = 0; i < 20; i++) {
                  one.drop(ACME);
                }
                return null;
              }));

      long kept = one.kept(ACME).stream().mapToLong(KeptVectors::vectors).sum();
      assertThat(two.find(ACME, MODEL, many(MODEL, 0, 100).keySet())).hasSize((int) kept);
      assertThat(rows("SELECT COUNT(*) FROM vector")).isEqualTo(kept);
      one.drop(ACME);
      assertThat(rows("SELECT COUNT(*) FROM vector")).isZero();
      assertThat(rows("SELECT COUNT(*) FROM vector_shelf_dropped")).isZero();
    }
  }

  @Test
  void what_a_crash_left_of_a_dropped_tenant_goes_with_the_next() throws SQLException {
    try (var store = open()) {
      store.put(ACME, MODEL, many(MODEL, 0, 100));
      store.put(GLOBEX, MODEL, many(MODEL, 0, 100));
      execute(
          "INSERT INTO vector_shelf_dropped SELECT number FROM vector_shelf WHERE tenant = 'acme'",
          "DELETE FROM vector_shelf WHERE tenant = 'acme'");

      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 100).keySet())).isEmpty();
      store.put(ACME, MODEL, many(MODEL, 0, 10));
      store.drop(new TenantId("nobody"));

      assertThat(rows("SELECT COUNT(*) FROM vector")).isEqualTo(110);
      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 100).keySet())).hasSize(10);
    }
  }

  @ParameterizedTest
  @CsvSource({"INSERT INTO vector (,false", "UPDATE vector_shelf,false", "COMMIT,true"})
  void a_lost_connection_is_replaced_and_nothing_is_counted_twice(String sql, boolean afterwards) {
    var connections = FailingConnections.ofPostgres(CONNECTION_LOST);
    try (var store = SqlVectorStore.openPostgres(address, LOG, connections)) {
      store.put(ACME, MODEL, many(MODEL, 0, 10));
      if (afterwards) {
        connections.loseAnswerOfNext(sql);
      } else {
        connections.failNextThatBeginsWith(sql);
      }

      store.put(ACME, MODEL, many(MODEL, 0, 50));

      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 50).keySet())).hasSize(50);
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(MODEL, 50, 0));
    }
  }

  @Test
  void a_server_that_cannot_go_on_is_told_and_what_was_there_stays() {
    var connections = FailingConnections.ofPostgres(DISK_FULL);
    try (var store = SqlVectorStore.openPostgres(address, LOG, connections)) {
      store.put(ACME, MODEL, many(MODEL, 0, 10));
      connections.failNext("COMMIT");

      assertThatThrownBy(() -> store.put(ACME, MODEL, many(MODEL, 10, 50)))
          .isInstanceOf(Unavailable.class);

      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 50).keySet())).hasSize(10);
      store.put(ACME, MODEL, many(MODEL, 10, 50));
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(MODEL, 50, 0));
    }
  }

  /// What a copy is poured into may have been another's once.
  @Test
  void an_instance_that_is_made_from_a_backup_finds_nothing_of_the_one_before() throws Exception {
    try (var store = open()) {
      store.put(ACME, MODEL, many(MODEL, 0, 100));
    }
    var keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    var clock = InstantSource.fixed(Names.DAWN);
    try (var vessel = SqlStorage.openPostgresVessel(address, keys, clock, new SecureRandom())) {
      vessel.release();
    }
    try (var storage = SqlStorage.openPostgres(address, clock, new SecureRandom());
        var store = SqlVectorStore.openPostgres(address, storage.logId())) {
      assertThat(store.kept()).isEmpty();
      assertThat(rows("SELECT COUNT(*) FROM vector")).isZero();
    }
  }

  private static void together(List<Callable<Void>> work) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : threads.invokeAll(work)) {
        done.get();
      }
    }
  }

  private long rows(String sql) throws SQLException {
    try (var connection = Postgres.connect(address, Use.READ);
        var statement = connection.createStatement();
        var found = statement.executeQuery(sql)) {
      found.next();
      return found.getLong(1);
    }
  }

  private void execute(String... sql) throws SQLException {
    try (var connection = Postgres.connect(address, Use.WRITE);
        var statement = connection.createStatement()) {
      for (var one : sql) {
        statement.execute(one);
      }
      connection.commit();
    }
  }
}
