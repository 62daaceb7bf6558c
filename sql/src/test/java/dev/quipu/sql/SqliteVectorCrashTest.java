package dev.quipu.sql;

import static dev.quipu.testkit.embedding.VectorStoreContract.LOG;
import static dev.quipu.testkit.embedding.VectorStoreContract.MODEL;
import static dev.quipu.testkit.embedding.VectorStoreContract.many;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.sql.ConnectionOpener.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is found after the process has died: all that was put before, and of what was being put all
/// or nothing.
final class SqliteVectorCrashTest {

  private static final int DEATHS = 200;
  private static final int CUTS = 40;
  private static final List<TextHash> ALL = List.copyOf(many(MODEL, 0, 1_000).keySet());

  private final long seed = new SecureRandom().nextLong();
  private final Random random = new Random(seed);

  @TempDir private Path parent;
  private Path folder;
  private Path wreck;

  @BeforeEach
  void chooseFolders() {
    System.out.println("seed=" + seed);
    folder = parent.resolve("data");
    wreck = parent.resolve("wreck");
  }

  /// Dying is stopping between two statements: the files are as they are then.
  @Test
  void a_process_that_dies_at_any_statement_loses_nothing_that_was_put() {
    var deaths = new Deaths();
    try (var store = SqlVectorStore.openSqlite(folder, LOG, deaths::open)) {
      while (deaths.count < DEATHS) {
        deaths.before = everything(store);
        deaths.after = null;
        int from = random.nextInt(900);
        switch (random.nextInt(8)) {
          case 0 -> store.drop(ACME, MODEL);
          case 1 -> store.drop(ACME);
          default -> store.put(ACME, MODEL, many(MODEL, from, from + random.nextInt(1, 40)));
        }
        deaths.judge(everything(store));
      }
    }
  }

  @Test
  void a_write_ahead_log_that_was_cut_anywhere_leaves_what_is_right_or_nothing()
      throws IOException {
    try (var store = SqlVectorStore.openSqlite(folder, LOG)) {
      for (int i = 0; i < CUTS; i++) {
        store.put(ACME, MODEL, many(MODEL, i * 20, i * 20 + 20));
        copy();
        spoilWal();
        try (var left = SqlVectorStore.openSqlite(wreck, LOG)) {
          assertThat(everything(store))
              .as("seed %d, cut %d", seed, i)
              .containsAllEntriesOf(everything(left));
          left.put(ACME, MODEL, many(MODEL, 0, 100));
          assertThat(left.find(ACME, MODEL, many(MODEL, 0, 100).keySet())).hasSize(100);
        }
        assertThat(wreck.resolve("vectors.db.damaged")).doesNotExist();
      }
    }
  }

  /// Cuts the file somewhere, and now and then leaves noise in place of the rest.
  private void spoilWal() throws IOException {
    var wal = wreck.resolve("vectors.db-wal");
    long size = Files.size(wal);
    long cut = random.nextLong(size);
    try (var channel = FileChannel.open(wal, StandardOpenOption.WRITE)) {
      channel.truncate(cut);
      if (random.nextBoolean()) {
        var noise = new byte[(int) (size - cut)];
        random.nextBytes(noise);
        channel.write(ByteBuffer.wrap(noise), cut);
      }
    }
  }

  private static Map<TextHash, Embedded> everything(VectorStore store) {
    assertThat(store.find(GLOBEX, MODEL, ALL)).isEmpty();
    var found = store.find(ACME, MODEL, ALL);
    var kept = store.kept(ACME);
    assertThat(kept.isEmpty() ? 0 : kept.getFirst().vectors()).isEqualTo(found.size());
    return found;
  }

  private void copy() {
    try {
      Files.createDirectories(wreck);
      for (var file : List.of("vectors.db", "vectors.db-wal")) {
        Files.deleteIfExists(wreck.resolve(file));
        if (Files.exists(folder.resolve(file))) {
          Files.copy(folder.resolve(file), wreck.resolve(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Watches the writer, and looks at what would be left if the process died just now.
  private final class Deaths implements WatchedConnection.Watcher {

    private Map<TextHash, Embedded> before = Map.of();
    private @Nullable Map<TextHash, Embedded> after;
    private int count;

    Connection open(Path database, Use use) throws SQLException {
      var connection = Sqlite.connectDerived(database, use);
      return use == Use.READ ? connection : WatchedConnection.of(connection, this);
    }

    @Override
    public void beforeRunning(String sql) {
      die(sql, 0.3);
    }

    @Override
    public void afterRunning(String sql) {
      die(sql, sql.equals("COMMIT") ? 1 : 0.3);
    }

    private void die(String sql, double odds) {
      if (random.nextDouble() >= odds) {
        return;
      }
      count++;
      copy();
      Map<TextHash, Embedded> left;
      try (var store = SqlVectorStore.openSqlite(wreck, LOG)) {
        left = everything(store);
      }
      if (after != null || !left.equals(before)) {
        // It has happened by now, and whatever it was stays so.
        assertThat(after == null ? left : after)
            .as("seed %d, death %d at %s", seed, count, sql)
            .isEqualTo(left);
        after = left;
      }
      assertThat(wreck.resolve("vectors.db.damaged")).doesNotExist();
    }

    void judge(Map<TextHash, Embedded> now) {
      assertThat(after == null ? before : after)
          .as("seed %d, death %d", seed, count)
          .isEqualTo(now);
    }
  }
}
