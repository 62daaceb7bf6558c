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
import org.junit.jupiter.api.Test;

/// Says of every statement that runs in daily work how PostgreSQL means to run it.
final class PostgresPlanTest {

  private static final Pattern EXPLAINABLE =
      Pattern.compile("(SELECT|INSERT|UPDATE|DELETE).*", Pattern.DOTALL);

  private static final Pattern MARK = Pattern.compile("\\?");

  private final Set<String> statements = new ConcurrentSkipListSet<>();
  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  @Test
  void no_statement_reads_a_whole_table_or_sorts() throws SQLException {
    try (var storage =
        SqlStorage.openPostgres(
            address,
            InstantSource.fixed(Names.DAWN),
            new SecureRandom(),
            (where, use) -> WatchedConnection.of(Postgres.connect(where, use), statements::add))) {
      statements.clear();
      DailyWork.doAll(storage);
    }

    assertThat(plans())
        .hasSizeGreaterThan(60)
        .allSatisfy(
            plan ->
                assertThat(plan)
                    .doesNotContain("Seq Scan", "Sort", "Hash", "Materialize", "Bitmap"));
  }

  private List<String> plans() throws SQLException {
    var plans = new ArrayList<String>();
    try (var connection = Postgres.connect(address, Use.WRITE)) {
      for (var sql : statements) {
        if (!EXPLAINABLE.matcher(sql).matches()) {
          continue;
        }
        try (var statement = connection.createStatement();
            var results =
                statement.executeQuery("EXPLAIN (GENERIC_PLAN, COSTS OFF) " + numbered(sql))) {
          var plan = new StringBuilder(sql);
          while (results.next()) {
            plan.append("\n--> ").append(results.getString(1));
          }
          plans.add(plan.toString());
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
