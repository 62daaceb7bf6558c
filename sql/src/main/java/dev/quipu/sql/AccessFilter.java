package dev.quipu.sql;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.access.ReadScope.Limited;
import dev.quipu.engine.access.ReadScope.Whole;
import dev.quipu.model.access.AccessToken;
import dev.quipu.model.id.WorkspaceId;
import java.util.List;

/// What a scope admits, as a condition on a row of `object`.
///
/// Lines 4 to 8 of the access rule are one look at `audience` for each token the caller holds; the
/// walls are columns. The other way round, gathering all audiences that the tokens open, would read
/// one row for every owner who shares with everybody.
sealed interface AccessFilter {

  static AccessFilter of(ReadScope scope) {
    return switch (scope) {
      case Whole _ -> new Everything();
      case Limited limited -> new Admitted(limited);
    };
  }

  /// To be put behind other conditions.
  ///
  /// @param as what the statement calls the table `object`
  String on(String as);

  /// Binds the parameters of [#on], in the same place.
  void bind(Prepared statement);

  record Everything() implements AccessFilter {

    @Override
    public String on(String as) {
      return "";
    }

    @Override
    public void bind(Prepared statement) {
      // nothing is asked
    }
  }

  record Admitted(Limited scope) implements AccessFilter {

    @Override
    public String on(String as) {
      var sql = new StringBuilder();
      if (scope.tokens().isEmpty()) {
        sql.append(" AND 1 = 0");
      } else {
        sql.append(" AND EXISTS (SELECT 1 FROM audience u WHERE u.space = ").append(as);
        sql.append(".space AND u.token IN (").append(marks(scope.tokens().size()));
        sql.append(") AND u.audience = ").append(as).append(".audience)");
      }
      sql.append(" AND (").append(as).append(".expires_at IS NULL OR ");
      sql.append(as).append(".expires_at > ?)");
      var workspaces = scope.workspaces();
      if (workspaces != null) {
        sql.append(" AND (").append(as).append(".workspace IS NULL");
        if (!workspaces.isEmpty()) {
          sql.append(" OR ").append(as).append(".workspace IN (");
          sql.append(marks(workspaces.size())).append(')');
        }
        sql.append(')');
      }
      if (!scope.quarantinedToo()) {
        sql.append(" AND ").append(as).append(".quarantined = 0");
      }
      if (scope.indexedOnly()) {
        sql.append(" AND ").append(as).append(".indexed = 1");
      }
      return sql.toString();
    }

    @Override
    public void bind(Prepared statement) {
      if (!scope.tokens().isEmpty()) {
        bind(statement, scope.tokens().stream().map(AccessToken::value).toList());
      }
      statement.instant(scope.clock());
      var workspaces = scope.workspaces();
      if (workspaces != null && !workspaces.isEmpty()) {
        bind(statement, workspaces.stream().map(WorkspaceId::value).toList());
      }
    }

    /// As many marks as the next power of two, so that a handful of statements serve every caller.
    private static String marks(int count) {
      return "?" + ", ?".repeat(places(count) - 1);
    }

    private static void bind(Prepared statement, List<String> values) {
      for (int i = 0; i < places(values.size()); i++) {
        statement.text(values.get(Math.min(i, values.size() - 1)));
      }
    }

    private static int places(int count) {
      return count == 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
    }
  }
}
