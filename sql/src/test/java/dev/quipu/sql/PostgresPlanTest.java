package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Says of every statement that runs in daily work how PostgreSQL means to run it.
final class PostgresPlanTest {

  private static final Pattern EXPLAINABLE =
      Pattern.compile("(SELECT|INSERT|UPDATE|DELETE).*", Pattern.DOTALL);

  /// Follows from what both were joined by.
  private static final String CONCLUDED = "Join Filter: (n.space = o.space)";

  private static final Pattern MARK = Pattern.compile("\\?");

  private final Set<String> statements = new ConcurrentSkipListSet<>();
  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  /// With statistics and without: what is wrong in the first minute is wrong.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void no_statement_reads_a_whole_table_or_sorts(boolean analyzed) throws SQLException {
    try (var storage =
        SqlStorage.openPostgres(
            address,
            InstantSource.fixed(Names.DAWN),
            new SecureRandom(),
            (where, use) -> WatchedConnection.of(Postgres.connect(where, use), statements::add))) {
      DailyWork.fill(storage);
      if (analyzed) {
        analyze();
      }
      statements.clear();
      DailyWork.doAll(storage);
    }

    assertThat(plans())
        .hasSizeGreaterThan(60)
        .allSatisfy(
            plan ->
                assertThat(plan)
                    .doesNotContain(
                        "Seq Scan", "Sort", "Hash Join", "Materialize", "Bitmap", "Join Filter"));
  }

  /// All shelves are looked at to count what is on them: that is the only walk.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nor_does_one_about_vectors(boolean analyzed) throws SQLException {
    try (var store =
        SqlVectorStore.openPostgres(
            address,
            "log",
            (where, use) -> WatchedConnection.of(Postgres.connect(where, use), statements::add))) {
      DailyWork.fill(store);
      if (analyzed) {
        analyze();
      }
      statements.clear();
      DailyWork.doAll(store);
    }

    assertThat(plans())
        .hasSizeGreaterThan(15)
        .filteredOn(plan -> !plan.contains("FROM vector_shelf\n--> Seq Scan on vector_shelf"))
        .allSatisfy(plan -> assertThat(plan).doesNotContain("Seq Scan", "Sort", "Bitmap"));
  }

  /// As PostgreSQL does by itself about once a minute where much has changed.
  private void analyze() throws SQLException {
    try (var connection = Postgres.connect(address, Use.WRITE);
        var statement = connection.createStatement()) {
      statement.execute("ANALYZE");
      connection.commit();
    }
  }

  private List<String> plans() throws SQLException {
    var plans = new ArrayList<String>();
    try (var connection = Postgres.connect(address, Use.WRITE)) {
      for (var sql : statements) {
        if (!EXPLAINABLE.matcher(sql).matches()) {
          continue;
        }
        int marks = (int) MARK.matcher(sql).results().count();
        var nulls = marks == 0 ? "" : "(NULL" + ", NULL".repeat(marks - 1) + ")";
        try (var statement = connection.createStatement()) {
          statement.execute("PREPARE explained AS " + numbered(sql));
          var results = statement.executeQuery("EXPLAIN (COSTS OFF) EXECUTE explained" + nulls);
          var plan = new StringBuilder(sql);
          while (results.next()) {
            plan.append("\n--> ").append(results.getString(1).replace(CONCLUDED, ""));
          }
          plans.add(plan.toString());
          statement.execute("DEALLOCATE explained");
        }
      }
    }
    return plans;
  }

  /// `$1` for the first question mark, and so on.
  private static String numbered(String sql) {
    var number = new AtomicInteger();
    return MARK.matcher(sql).replaceAll(_ -> "\\$" + number.incrementAndGet());
  }
}
