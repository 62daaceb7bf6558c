package dev.quipu.sql;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.access.ReadScope.Limited;
import dev.quipu.engine.access.ReadScope.Whole;
import dev.quipu.model.access.AccessToken;
import dev.quipu.model.id.WorkspaceId;
import java.util.List;
import java.util.Set;

/// What a scope admits, as a condition on a row of `object`.
///
/// Lines 4 to 8 of the access rule are one look at `audience` for each token the caller holds; the
/// walls are columns. The other way round, gathering all audiences that the tokens open, would read
/// one row for every owner who shares with everybody. It is not said as `EXISTS`, which PostgreSQL
/// makes a join of, and then does the other way round.
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
        sql.append(" AND (SELECT 1 FROM audience u WHERE u.space = ").append(as);
        sql.append(".space AND u.token IN (").append(Marks.of(tokens()));
        sql.append(") AND u.audience = ").append(as).append(".audience LIMIT 1) = 1");
      }
      sql.append(" AND (").append(as).append(".expires_at IS NULL OR ");
      sql.append(as).append(".expires_at > ?)");
      var workspaces = scope.workspaces();
      if (workspaces != null) {
        sql.append(" AND (").append(as).append(".workspace IS NULL");
        if (!workspaces.isEmpty()) {
          sql.append(" OR ").append(as).append(".workspace IN (");
          sql.append(Marks.of(names(workspaces))).append(')');
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
        Marks.bind(statement, tokens());
      }
      statement.instant(scope.clock());
      var workspaces = scope.workspaces();
      if (workspaces != null && !workspaces.isEmpty()) {
        Marks.bind(statement, names(workspaces));
      }
    }

    private List<String> tokens() {
      return scope.tokens().stream().map(AccessToken::value).toList();
    }

    private static List<String> names(Set<WorkspaceId> workspaces) {
      return workspaces.stream().map(WorkspaceId::value).toList();
    }
  }
}
