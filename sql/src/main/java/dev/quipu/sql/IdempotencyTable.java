package dev.quipu.sql;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// What retries are answered with, until it lapses.
final class IdempotencyTable {

  private static final String SELECT =
      """
      SELECT request_hash, event_id, lapses_at FROM idempotency
      WHERE tenant = ? AND principal = ? AND route = ? AND request_key = ? AND item = ?
        AND lapses_at > ?
      """;
  private static final String UPSERT =
      """
      INSERT INTO idempotency (
        tenant, principal, route, request_key, item, request_hash, event_id, lapses_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (tenant, principal, route, request_key, item) DO UPDATE
      SET request_hash = excluded.request_hash, event_id = excluded.event_id,
        lapses_at = excluded.lapses_at
      """;

  /// More than one for each that is added, so that the table shrinks back after a rush.
  private static final int SWEPT_FOR_EACH = 4;

  private static final String SWEEP =
      """
      DELETE FROM idempotency
      WHERE (tenant, principal, route, request_key, item) IN (
        SELECT tenant, principal, route, request_key, item FROM idempotency
        WHERE lapses_at <= ? ORDER BY lapses_at LIMIT ? + 0
      """;

  private static final String SELECT_ALL =
      """
      SELECT tenant, principal, route, request_key, item, request_hash, event_id, lapses_at
      FROM idempotency
      """;
  private static final int FETCHED_AT_ONCE = 1_000;

  private static final String FORGET = "DELETE FROM idempotency WHERE tenant = ?";

  private final Session session;
  private final InstantSource clock;

  IdempotencyTable(Session session, InstantSource clock) {
    this.session = session;
    this.clock = clock;
  }

  @Nullable Remembered find(IdempotencyKey key, Instant clock) {
    putEarlier(key);
    return session.apart(
        () ->
            keyed(SELECT, key)
                .instant(clock)
                .first(row -> new Remembered(row.hash(), new EventId(row.text()), row.instant())));
  }

  void put(IdempotencyKey key, Remembered remembered) {
    // A row is not to be put and changed by one statement.
    putEarlier(key);
    keyed(UPSERT, key)
        .hash(remembered.request())
        .text(remembered.event().value())
        .instant(remembered.lapsesAt())
        .put(List.of(new Subject(0, key)));
  }

  private void putEarlier(IdempotencyKey key) {
    if (session.owesRowsAbout(new Subject(0, key))) {
      session.putRows();
    }
  }

  /// Removes some of what has lapsed.
  ///
  /// @param added how many were put since the last time
  void sweep(int added) {
    session
        .sql(SWEEP + session.dialect().skippingLocked() + ")")
        .instant(clock.instant())
        .number((long) added * SWEPT_FOR_EACH)
        .update();
  }

  void forget(TenantId tenant) {
    session.sql(FORGET).text(tenant.value()).update();
  }

  static void each(Session session, BiConsumer<IdempotencyKey, Remembered> each) {
    session
        .sql(SELECT_ALL)
        .inPortionsOf(FETCHED_AT_ONCE)
        .each(
            row -> {
              var key =
                  new IdempotencyKey(
                      new TenantId(row.text()),
                      Principal.parse(row.text()),
                      row.text(),
                      row.text(),
                      row.integer());
              each.accept(key, new Remembered(row.hash(), new EventId(row.text()), row.instant()));
            });
  }

  private Prepared keyed(String sql, IdempotencyKey key) {
    return session
        .sql(sql)
        .text(key.tenant().value())
        .text(key.principal().toString())
        .text(key.route())
        .text(key.key())
        .number(key.item());
  }
}
