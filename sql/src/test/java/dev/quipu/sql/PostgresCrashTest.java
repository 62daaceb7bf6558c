package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Unit;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.EventId;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is there after connections were cut and the server died: all that was acknowledged, and
/// nothing that was not.
final class PostgresCrashTest {

  private static final int CUTS = 60;
  private static final int DEATHS = 6;

  private final long seed = new SecureRandom().nextLong();
  private final Random random = new Random(seed);

  @BeforeEach
  void tellSeed() {
    System.out.println("seed=" + seed);
  }

  @Test
  void a_connection_that_is_cut_at_any_statement_loses_nothing_and_doubles_nothing()
      throws SQLException {
    var address = PostgresAddress.parse(PostgresServer.shared().newSchema());
    try (var executioner = Postgres.connect(address, ConnectionOpener.Use.WRITE)) {
      var cuts = new Cuts(executioner);
      try (var storage = open(address, cuts::open)) {
        var diary = new Diary();
        var groups = new RandomGroups(random, "e", Wreck.TENANTS);
        cuts.begun = true;
        while (cuts.count < CUTS) {
          diary.commit(storage, groups.next());
        }
        cuts.begun = false;

        Wreck.verified(storage);
        diary.compareWith(Wreck.events(storage));
        assertThat(diary.inDoubt).as("seed %d", seed).isEmpty();
      }
    }
  }

  @Test
  void a_server_that_is_killed_under_load_loses_nothing_acknowledged() throws Exception {
    try (var server = PostgresServer.open(PostgresServer.Disk.WAITED_FOR)) {
      var address = PostgresAddress.parse(server.newSchema());
      var diaries = List.of(new Diary(), new Diary());
      var storages = List.of(open(address, Postgres::connect), open(address, Postgres::connect));
      var stop = new AtomicBoolean();
      var threads = Executors.newVirtualThreadPerTaskExecutor();
      try {
        var writers = new ArrayList<Future<?>>();
        for (int i = 0; i < storages.size(); i++) {
          var storage = storages.get(i);
          var diary = diaries.get(i);
          var groups = new RandomGroups(new Random(seed + i), "w" + i + "_", Wreck.TENANTS);
          writers.add(
              threads.submit(
                  () -> {
                    while (!stop.get()) {
                      diary.commit(storage, groups.next());
                    }
                  }));
        }
        for (int death = 0; death < DEATHS; death++) {
          // Not to wait for anything: death is to come at any moment.
          Thread.sleep(random.nextInt(100, 700));
          server.kill();
          server.startAgain();
        }
        for (var diary : diaries) {
          diary.awaitMore();
          // On a busy machine death may have come before much was written.
          diary.awaitMany();
        }
        stop.set(true);
        for (var writer : writers) {
          writer.get();
        }
      } finally {
        // Whatever went wrong is to be told, not waited for.
        stop.set(true);
        threads.shutdown();
      }

      var together = new Diary();
      diaries.forEach(together::add);
      assertThat(together.acknowledged).hasSizeGreaterThan(50);
      for (var storage : storages) {
        Wreck.verified(storage);
        together.compareWith(Wreck.events(storage));
      }
      storages.forEach(SqlStorage::close);
    }
  }

  private static SqlStorage open(
      PostgresAddress address, ConnectionOpener<PostgresAddress> opener) {
    return SqlStorage.openPostgres(
        address, InstantSource.fixed(Names.DAWN), new SecureRandom(), opener);
  }

  /// What a writer was told of its events.
  private final class Diary {

    private final Set<EventId> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<EventId> inDoubt = ConcurrentHashMap.newKeySet();

    /// Waits until something is acknowledged that was not before.
    void awaitMore() {
      int before = acknowledged.size();
      assertThat(Eventually.holds(Duration.ofSeconds(30), () -> acknowledged.size() > before))
          .as("writes after the last death")
          .isTrue();
    }

    void awaitMany() {
      assertThat(Eventually.holds(Duration.ofSeconds(60), () -> acknowledged.size() > 25))
          .as("enough writes to tell by")
          .isTrue();
    }

    void commit(SqlStorage storage, List<Unit> group) {
      try {
        RandomGroups.acknowledge(group, storage.commit(group), acknowledged);
      } catch (Unavailable e) {
        if (e.code().equals("storage.in_doubt")) {
          group.forEach(
              unit -> {
                if (unit instanceof Deed deed) {
                  inDoubt.add(deed.eventId());
                }
              });
        }
      }
    }

    void add(Diary other) {
      acknowledged.addAll(other.acknowledged);
      inDoubt.addAll(other.inDoubt);
    }

    void compareWith(Set<EventId> there) {
      var unexpected = new HashSet<>(there);
      unexpected.removeAll(acknowledged);
      unexpected.removeAll(inDoubt);
      assertThat(unexpected).as("there, but refused; seed %d", seed).isEmpty();
      assertThat(there).as("seed %d", seed).containsAll(acknowledged);
    }
  }

  /// Ends the backend of the writer before some of its statements, or a moment later, so that some
  /// die on the way.
  private final class Cuts {

    private static final double ODDS = 0.02;

    private final Connection executioner;
    private boolean begun;
    private int count;

    Cuts(Connection executioner) {
      this.executioner = executioner;
    }

    Connection open(PostgresAddress address, ConnectionOpener.Use use) throws SQLException {
      var connection = Postgres.connect(address, use);
      if (use == ConnectionOpener.Use.READ) {
        return connection;
      }
      var pid = new AtomicInteger();
      try (var statement = connection.createStatement();
          var results = statement.executeQuery("SELECT pg_backend_pid()")) {
        results.next();
        pid.set(results.getInt(1));
      }
      connection.rollback();
      return WatchedConnection.of(
          connection,
          new WatchedConnection.Watcher() {
            @Override
            public void beforeRunning(String sql) throws SQLException {
              cutPerhaps(pid.get(), sql.equals("COMMIT") ? 0.1 : ODDS);
            }

            @Override
            public void afterRunning(String sql) throws SQLException {
              cutPerhaps(pid.get(), ODDS);
            }
          });
    }

    private void cutPerhaps(int pid, double odds) throws SQLException {
      if (begun && random.nextDouble() < odds) {
        count++;
        try (var statement = executioner.createStatement()) {
          statement.execute("SELECT pg_terminate_backend(" + pid + ")");
        }
        executioner.rollback();
      }
    }
  }
}
