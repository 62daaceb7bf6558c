package dev.quipu.bench.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What of `./quipu bench ingest` does not depend on how busy the machine is.
abstract class IngestTest {

  private Database database;

  abstract Database open() throws IOException, SQLException;

  @BeforeEach
  void openDatabase() throws IOException, SQLException {
    database = open();
  }

  @AfterEach
  void close() {
    database.close();
  }

  /// Twice what the bench demands: this run is short, and opening and closing count too.
  @ParameterizedTest
  @CsvSource({"16, 0.5", "64, 0.2"})
  void many_writers_share_a_sync(int writers, double atMost)
      throws IOException, InterruptedException {
    refuseUncounted();

    var count = database.syncs(writers, 1_000);

    assertThat(count.perEvent()).as("%s", count).isLessThanOrEqualTo(atMost);
    assertThat(count.syncs()).as("every commit is synced").isGreaterThanOrEqualTo(count.commits());
  }

  void refuseUncounted() {}

  @Test
  void a_plain_message_costs_at_most_twelve_rows() throws Exception {
    try (var place = database.newPlace()) {
      // Many, since the first in each session makes that too.
      var groups = write(place, 3_000);

      var rows = place.rows(Messages.TENANT);

      assertThat(groups.sizes().stream().mapToInt(Integer::intValue).sum()).isEqualTo(3_000);
      assertThat(rows.rows() / 3_000.0).isLessThanOrEqualTo(12);
    }
  }

  /// Else the comparison would flatter us.
  @Test
  void the_bare_loop_writes_the_same_rows() throws Exception {
    try (var place = database.newPlace()) {
      var groups = write(place, 300);
      var rows = place.rows(Messages.TENANT);

      try (var bare = place.bare(rows)) {
        bare.run(groups.sizes());

        var written = bare.rows();
        assertThat(written.rows()).isEqualTo(rows.rows());
        for (int i = 0; i < rows.tables().size(); i++) {
          assertThat(cells(written.tables().get(i)))
              .containsExactlyInAnyOrderElementsOf(cells(rows.tables().get(i)));
        }
        assertThat(written.standing().tenant()).isEqualTo(rows.standing().tenant());
        assertThat(written.standing().space()).isEqualTo(rows.standing().space());
      }
    }
  }

  private static List<String> cells(RecordedRows.Table table) {
    return table.rows().stream().map(row -> Arrays.deepToString(row.cells())).toList();
  }

  private static Groups write(Place place, int events) throws InterruptedException {
    var groups = new Groups();
    try (var store = place.open(groups)) {
      new ClosedLoop(16, events, Messages::submission).run(store.engine());
    }
    return groups;
  }
}
