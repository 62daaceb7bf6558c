package dev.quipu.bench.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.process.Strace;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What of `./quipu bench ingest` does not depend on how busy the machine is.
class IngestTest {

  @TempDir Path folder;

  /// Twice what the bench demands: this run is short, and opening and closing count too.
  @ParameterizedTest
  @CsvSource({"16, 0.5", "64, 0.2"})
  void many_writers_share_a_sync(int writers, double atMost)
      throws IOException, InterruptedException {
    boolean counted = Strace.works();
    if (!counted) {
      System.err.println("NOT TESTED: fsyncs per event: strace cannot be had");
    }
    assumeTrue(counted, "strace cannot be had");

    var count = SyncCount.of(writers, 1_000);

    assertThat(count.perEvent()).as("%s", count).isLessThanOrEqualTo(atMost);
    assertThat(count.syncs()).as("every commit is synced").isGreaterThanOrEqualTo(count.commits());
  }

  @Test
  void a_plain_message_costs_at_most_twelve_rows() throws InterruptedException, SQLException {
    var groups = write(500);

    var rows = RecordedRows.read(folder.resolve("data"), Messages.TENANT);

    assertThat(groups.sizes().stream().mapToInt(Integer::intValue).sum()).isEqualTo(500);
    assertThat(rows.rows() / 500.0).isLessThanOrEqualTo(12);
  }

  /// Else the comparison would flatter us.
  @Test
  void the_bare_loop_writes_the_same_rows() throws InterruptedException, SQLException {
    var groups = write(300);
    var rows = RecordedRows.read(folder.resolve("data"), Messages.TENANT);

    try (var bare = BareLoop.open(folder.resolve("bare.db"), rows)) {
      bare.run(groups.sizes());
    }

    for (var table : rows.tables()) {
      assertThat(count(table.name())).as(table.name()).isEqualTo(table.rows().size());
    }
  }

  private Groups write(int events) throws InterruptedException {
    var groups = new Groups();
    try (var store = Store.open(folder.resolve("data"), groups)) {
      new ClosedLoop(16, events).run(store.engine());
    }
    return groups;
  }

  private long count(String table) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("bare.db"));
        var statement = connection.createStatement();
        var results = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      return results.getLong(1);
    }
  }
}
