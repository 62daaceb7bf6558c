package dev.quipu.engine.storage;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.model.id.TenantId;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// One moment of everything that a storage holds, for whoever carries it away whole. Used by one
/// thread.
///
/// Every implementation keeps these promises; `PouringContract` checks them:
/// - logs, views, what is remembered and times of last use are of one moment, and stay so whatever
///   is committed while the cut is open;
/// - nobody waits for it, however long it is open.
public interface Cut extends AutoCloseable {

  /// Names the history.
  String logId();

  KeyPair checkpointKeys();

  /// Everything that has a log, by name: the platform, the tenants, and those that were deleted.
  List<TenantId> logs();

  /// This moment of one tenant, for a whole scope only. To be closed before the cut.
  Snapshot read(ReadScope scope);

  /// Everything that retries would be answered with, lapsed or not.
  void remembered(BiConsumer<IdempotencyKey, Remembered> each);

  Map<TenantId, Instant> lastUsed();

  @Override
  void close();
}
