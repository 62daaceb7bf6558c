package dev.quipu.sql;

import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.LogPosition;
import java.util.List;

/// The signed places of one tenant's log.
final class CheckpointTable {

  private static final String INSERT =
      """
      INSERT INTO checkpoint (tenant, position, log_id, hash, visible_time, signature)
      VALUES (?, ?, ?, ?, ?, ?)
      """;
  private static final String SELECT_AFTER =
      """
      SELECT log_id, position, hash, visible_time, signature FROM checkpoint
      WHERE tenant = ? AND position > ? ORDER BY position LIMIT ? + 0
      """;

  private final Session session;
  private final long tenant;

  CheckpointTable(Session session, long tenant) {
    this.session = session;
    this.tenant = tenant;
  }

  void insert(Checkpoint checkpoint, byte[] signature) {
    session
        .sql(INSERT)
        .number(tenant)
        .position(checkpoint.position())
        .text(checkpoint.logId())
        .hash(checkpoint.hash())
        .instant(checkpoint.visibleTime())
        .bytes(signature)
        .put(List.of());
  }

  List<SignedCheckpoint> after(TenantId name, LogPosition after, int limit) {
    return session
        .sql(SELECT_AFTER)
        .number(tenant)
        .position(after)
        .number(limit)
        .all(row -> Stored.read(() -> signed(name, row), () -> "table checkpoint, " + name));
  }

  private static SignedCheckpoint signed(TenantId name, Row row) {
    return new SignedCheckpoint(
        new Checkpoint(row.text(), name, row.position(), row.hash(), row.instant()), row.bytes());
  }
}
