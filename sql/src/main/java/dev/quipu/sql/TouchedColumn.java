package dev.quipu.sql;

import dev.quipu.model.id.TenantId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whether something happened to a tenant. Raised with where it stands, see [Standing#write].
final class TouchedColumn {

  private static final String SELECT = "SELECT name, touched FROM tenant WHERE name IN (";

  /// So many names fit into a statement of either engine many times over.
  private static final int PORTION = 1_024;

  private TouchedColumn() {}

  static Map<TenantId, Long> read(Session session, Collection<TenantId> tenants) {
    var names = tenants.stream().map(TenantId::value).distinct().sorted().toList();
    var found = new HashMap<TenantId, Long>();
    for (int from = 0; from < names.size(); from += PORTION) {
      read(session, names.subList(from, Math.min(from + PORTION, names.size())), found);
    }
    return Map.copyOf(found);
  }

  private static void read(Session session, List<String> names, Map<TenantId, Long> into) {
    session
        .sql(SELECT + Marks.of(names) + ")")
        .with(statement -> Marks.bind(statement, names))
        .each(row -> into.put(new TenantId(row.text()), row.number()));
  }
}
