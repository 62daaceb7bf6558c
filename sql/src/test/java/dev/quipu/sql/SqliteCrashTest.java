package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.testkit.fixture.Names;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is there after the process has died: all that was acknowledged, and nothing by halves.
final class SqliteCrashTest {

  private static final int DEATHS = 500;
  private static final int CUTS = 60;

  private final long seed = new SecureRandom().nextLong();
  private final Random random = new Random(seed);
  private final RandomGroups groups = new RandomGroups(random, "e", Wreck.TENANTS);

  @TempDir private Path parent;
  private Path folder;
  private Path wreck;

  @BeforeEach
  void chooseFolders() {
    System.out.println("seed=" + seed);
    folder = parent.resolve("data");
    wreck = parent.resolve("wreck");
  }

  /// Dying is stopping between two statements: the files are as they are then. So one history goes
  /// on while copies of its files are opened as if their process had died, before and after some of
  /// its statements.
  @Test
  void a_process_that_dies_at_any_statement_loses_nothing_acknowledged() {
    var deaths = new Deaths();
    try (var storage = SqlStorage.openSqlite(folder, fixed(), new SecureRandom(), deaths::open)) {
      deaths.acknowledged = Wreck.verified(storage);
      deaths.begin();
      while (deaths.count < DEATHS) {
        deaths.committed = false;
        storage.commit(groups.next());
        deaths.acknowledged = Wreck.verified(storage);
        deaths.judgeThoseAfterCommit();
      }
    }
  }

  @Test
  void a_write_ahead_log_that_was_cut_behind_the_last_acknowledged_commit_loses_nothing()
      throws IOException {
    try (var storage = SqlStorage.openSqlite(folder, fixed(), new SecureRandom())) {
      storage.commit(groups.next());
      for (int i = 0; i < CUTS; i++) {
        var acknowledged = Wreck.verified(storage);
        long safe = walSize(folder);
        storage.commit(groups.next());
        Wreck.copy(folder, wreck);
        if (walSize(wreck) > safe) {
          spoilWal(safe);
        }

        assertThat(Wreck.raised(wreck)).as("seed %d, cut %d", seed, i).isEqualTo(acknowledged);
      }
    }
  }

  /// Cuts the file somewhere behind the safe part, and now and then leaves noise in place of the
  /// rest, as a disk may that had only begun to write it.
  private void spoilWal(long safe) throws IOException {
    long size = walSize(wreck);
    long cut = random.nextLong(safe, size);
    var wal = wreck.resolve("quipu.db-wal");
    try (var channel = FileChannel.open(wal, StandardOpenOption.WRITE)) {
      channel.truncate(cut);
      if (random.nextBoolean()) {
        var noise = new byte[(int) (size - cut)];
        random.nextBytes(noise);
        channel.write(ByteBuffer.wrap(noise), cut);
      }
    }
  }

  private static long walSize(Path folder) throws IOException {
    return Files.size(folder.resolve("quipu.db-wal"));
  }

  private static InstantSource fixed() {
    return InstantSource.fixed(Names.DAWN);
  }

  /// Watches the writer, and looks at what would be left if the process died just now.
  private final class Deaths implements WatchedConnection.Watcher {

    private static final double ODDS = 0.05;

    private Map<String, Wreck.End> acknowledged = Map.of();
    private final List<Map<String, Wreck.End>> afterCommit = new ArrayList<>();
    private boolean begun;
    private boolean committed;
    private int count;

    Connection open(Path database, ConnectionOpener.Use use) throws SQLException {
      var connection = Sqlite.connect(database, use);
      if (use == ConnectionOpener.Use.READ) {
        return connection;
      }
      try (var statement = connection.createStatement()) {
        // So few that pages are written out before their transaction ends.
        statement.execute("PRAGMA cache_size = 8");
      }
      return WatchedConnection.of(connection, this);
    }

    void begin() {
      begun = true;
    }

    @Override
    public void beforeRunning(String sql) {
      if (begun && random.nextDouble() < ODDS) {
        die(sql);
      }
    }

    @Override
    public void afterRunning(String sql) {
      committed |= sql.equals("COMMIT");
      if (begun && (committed || random.nextDouble() < ODDS)) {
        die(sql);
      }
    }

    private void die(String sql) {
      count++;
      Wreck.copy(folder, wreck);
      var left = Wreck.raised(wreck);
      if (committed) {
        // Durable, but nobody has been told: compared once we know what it was.
        afterCommit.add(left);
      } else {
        assertThat(left).as("seed %d, death %d at %s", seed, count, sql).isEqualTo(acknowledged);
      }
    }

    void judgeThoseAfterCommit() {
      assertThat(afterCommit)
          .as("seed %d, death %d", seed, count)
          .allSatisfy(left -> assertThat(left).isEqualTo(acknowledged));
      afterCommit.clear();
    }
  }
}
