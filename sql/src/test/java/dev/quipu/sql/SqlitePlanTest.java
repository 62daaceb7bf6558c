package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Names.DAWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.sql.ConnectionOpener.Use;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Says of every statement that runs in daily work how SQLite means to run it.
final class SqlitePlanTest {

  private static final String WALK_OF_ALL_RECTANGLES =
      " x USING PRIMARY KEY (space=? AND type=? AND id=?)";

  private final Set<String> statements = new ConcurrentSkipListSet<>();

  @TempDir private Path folder;

  @Test
  void no_statement_reads_a_whole_table_or_sorts() throws SQLException {
    try (var storage =
        SqlStorage.openSqlite(
            folder,
            InstantSource.fixed(DAWN),
            new SecureRandom(),
            (database, use) ->
                WatchedConnection.of(Sqlite.connect(database, use), statements::add))) {
      statements.clear();
      DailyWork.doAll(storage);
    }

    assertThat(plans("quipu.db"))
        .allSatisfy(
            plan ->
                assertThat(plan).doesNotContain(" SCAN ", "TEMP B-TREE", WALK_OF_ALL_RECTANGLES));
  }

  /// All shelves are looked at to count what is on them: that is the only walk.
  @Test
  void nor_does_one_about_vectors() throws SQLException {
    try (var store =
        SqlVectorStore.openSqlite(
            folder,
            "log",
            (database, use) ->
                WatchedConnection.of(Sqlite.connectDerived(database, use), statements::add))) {
      statements.clear();
      DailyWork.doAll(store);
    }

    assertThat(plans("vectors.db"))
        .hasSizeGreaterThan(20)
        .filteredOn(plan -> !plan.endsWith("FROM vector_shelf\n--> SCAN vector_shelf"))
        .allSatisfy(plan -> assertThat(plan).doesNotContain(" SCAN vector", "TEMP B-TREE"));
  }

  private List<String> plans(String database) throws SQLException {
    var plans = new ArrayList<String>();
    try (var connection = Sqlite.connect(folder.resolve(database), Use.READ)) {
      for (var sql : statements) {
        try (var statement = connection.createStatement();
            var results = statement.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
          var plan = new StringBuilder(sql);
          while (results.next()) {
            plan.append("\n--> ")
                .append(results.getString("detail").replace("SCAN few", "count few"));
          }
          plans.add(plan.toString());
        }
      }
    }
    return plans;
  }
}
