package dev.quipu.engine.tenancy;

import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// When tenants last used the service: noted in memory on every request, written now and then.
/// Telemetry, not history.
public final class LastUse {

  private final Storage storage;
  private final Map<TenantId, Instant> noted = new ConcurrentHashMap<>();

  public LastUse(Storage storage) {
    this.storage = storage;
  }

  void note(TenantId tenant, Instant when) {
    noted.merge(tenant, when, (a, b) -> a.isAfter(b) ? a : b);
  }

  /// Null if it never did.
  @Nullable Instant of(TenantId tenant) {
    var here = noted.get(tenant);
    return here == null ? storage.lastUsed().get(tenant) : here;
  }

  Map<TenantId, Instant> all() {
    var all = new HashMap<>(storage.lastUsed());
    all.putAll(noted);
    return all;
  }

  /// Writes down what was noted. Called now and then, and at the end.
  public void flush() {
    if (!noted.isEmpty()) {
      storage.touch(Map.copyOf(noted));
    }
  }
}
