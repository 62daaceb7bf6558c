package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.asked;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.FactKey;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Several storages on one database, as several processes have them.
final class PostgresSharingTest {

  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  private SqlStorage open() {
    return SqlStorage.openPostgres(address, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }

  @Test
  void storages_that_write_to_the_same_tenants_leave_no_gap_and_lose_nothing() throws Exception {
    int groups = 150;
    long seed = new SecureRandom().nextLong();
    System.out.println("seed=" + seed);
    Set<EventId> acknowledged = ConcurrentHashMap.newKeySet();
    try (var one = open();
        var two = open()) {
      var writers = new ArrayList<Callable<Void>>();
      for (var storage : List.of(one, two)) {
        var name = storage == one ? "one" : "two";
        var random = new RandomGroups(new Random(seed + writers.size()), name, Wreck.TENANTS);
        writers.add(
            () -> {
              for (int i = 0; i < groups; i++) {
                var group = random.next();
                RandomGroups.acknowledge(group, storage.commit(group), acknowledged);
              }
              return null;
            });
      }

      together(writers);

      assertThat(Wreck.verified(one)).isEqualTo(Wreck.verified(two));
      assertThat(Wreck.events(two)).isEqualTo(acknowledged);
    }
  }

  @Test
  void a_tenant_that_two_storages_begin_at_once_begins_once() throws Exception {
    try (var one = open();
        var two = open()) {
      for (int i = 0; i < 25; i++) {
        var tenant = new TenantId("t_new" + i);
        var neighbour = new TenantId("t_neighbour" + i);
        var start = new CyclicBarrier(2);

        together(
            List.of(
                () -> {
                  start.await();
                  done(one, Deed.of(tenant, "one"), Deed.of(neighbour, "one"));
                  return null;
                },
                () -> {
                  start.await();
                  done(two, Deed.of(neighbour, "two"), Deed.of(tenant, "two"));
                  return null;
                }));

        assertThat(head(one, tenant)).isEqualTo(head(two, tenant));
        assertThat(head(one, tenant).position()).isEqualTo(at(2));
        assertThat(head(one, neighbour).position()).isEqualTo(at(2));
      }
    }
  }

  @Test
  void what_one_storage_has_committed_the_other_sees_at_once() {
    try (var one = open();
        var two = open()) {
      done(two, Deed.of(ACME, "e1").create(memory("m")));
      for (int i = 2; i <= 20; i++) {
        var body = JsonObject.of("text", Json.of("change " + i));
        done(i % 2 == 0 ? one : two, Deed.of(ACME, "e" + i).change(memory("m"), body, DAWN));

        assertThat(head(i % 2 == 0 ? two : one, ACME).position()).isEqualTo(at(i));
      }
    }
  }

  @Test
  void what_a_storage_has_looked_up_it_looks_up_again_once_another_has_written() {
    try (var one = open();
        var two = open()) {
      done(one, Deed.of(ACME, "e1"));
      assertThat(isThere(one, "m")).isFalse();

      done(two, Deed.of(ACME, "e2").create(memory("m")));
      assertThat(isThere(one, "m")).isTrue();

      done(
          two,
          unit(
              ACME,
              transaction -> {
                // Another space, in which there is nothing.
                transaction.activate(transaction.openSpace());
              }));
      assertThat(isThere(one, "m")).isFalse();
    }
  }

  /// Writes too, since a group that writes nothing forgets anyhow.
  private static boolean isThere(SqlStorage storage, String id) {
    return asked(
        storage,
        ACME,
        transaction -> {
          var found = transaction.facts().find(new FactKey.ObjectOf(memory(id))) != null;
          Deed.of(ACME, "at" + transaction.head().position().next()).run(transaction);
          return found;
        });
  }

  @Test
  void storages_that_are_opened_at_once_make_one_schema_and_one_identity() throws Exception {
    var start = new CyclicBarrier(4);
    var opened = ConcurrentHashMap.<SqlStorage>newKeySet();
    try {
      together(
          java.util.Collections.nCopies(
              4,
              () -> {
                start.await();
                opened.add(open());
                return null;
              }));

      assertThat(opened).hasSize(4);
      assertThat(opened.stream().map(SqlStorage::logId).distinct()).hasSize(1);
      assertThat(opened.stream().map(s -> List.of(s.signingKeys().cursors()[0])).distinct())
          .hasSize(1);
    } finally {
      opened.forEach(SqlStorage::close);
    }
  }

  @Test
  void a_storage_that_holds_a_tenant_for_long_makes_others_say_that_they_are_unavailable()
      throws SQLException {
    try (var storage = open();
        var holder = Postgres.connect(address, ConnectionOpener.Use.WRITE);
        var statement = holder.createStatement()) {
      done(storage, Deed.of(ACME, "first"));
      statement.execute("SET idle_in_transaction_session_timeout = 0");
      statement.execute("SELECT name FROM tenant FOR UPDATE");

      assertThatThrownBy(() -> storage.commit(List.of(Deed.of(ACME, "second"))))
          .isInstanceOf(Unavailable.class);

      holder.rollback();
      done(storage, Deed.of(ACME, "second"));
    }
  }

  @Test
  void telemetry_of_several_storages_keeps_the_latest() {
    try (var one = open();
        var two = open()) {
      one.touch(Map.of(ACME, Names.DUSK));
      two.touch(Map.of(ACME, Names.DAWN, Names.GLOBEX, Names.DAWN));

      assertThat(one.lastUsed()).isEqualTo(Map.of(ACME, Names.DUSK, Names.GLOBEX, Names.DAWN));
    }
  }

  @Test
  void a_schema_of_a_newer_program_is_refused_and_left_alone() throws SQLException {
    open().close();
    try (var connection = Postgres.connect(address, ConnectionOpener.Use.WRITE);
        var statement = connection.createStatement()) {
      statement.execute("INSERT INTO schema_version (version) VALUES (999)");
      connection.commit();

      assertThatThrownBy(this::open)
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("newer Quipu")
          .hasMessageContaining("999");

      statement.execute("DELETE FROM schema_version WHERE version = 999");
      connection.commit();
      open().close();
    }
  }

  private static void together(List<Callable<Void>> tasks) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var result : threads.invokeAll(tasks, 120, SECONDS)) {
        result.get();
      }
    }
  }
}
