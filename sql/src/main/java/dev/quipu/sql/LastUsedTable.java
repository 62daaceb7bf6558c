package dev.quipu.sql;

import dev.quipu.model.id.TenantId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/// When tenants last used the service.
final class LastUsedTable {

  private static final String UPSERT =
      """
      INSERT INTO last_used (tenant, used_at) VALUES (?, ?)
      ON CONFLICT (tenant) DO UPDATE SET used_at = excluded.used_at
      WHERE excluded.used_at > last_used.used_at
      """;
  private static final String SELECT = "SELECT tenant, used_at FROM last_used";

  private LastUsedTable() {}

  static void put(Session session, Map<TenantId, Instant> lastUsed) {
    session.beginWriting();
    // In one order, so that two processes do not wait for each other.
    lastUsed.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().value()))
        .forEach(
            entry ->
                session
                    .sql(UPSERT)
                    .text(entry.getKey().value())
                    .instant(entry.getValue())
                    .update());
    session.commit();
  }

  static Map<TenantId, Instant> read(Session session) {
    var found = new HashMap<TenantId, Instant>();
    session.sql(SELECT).each(row -> found.put(new TenantId(row.text()), row.instant()));
    return Map.copyOf(found);
  }
}
