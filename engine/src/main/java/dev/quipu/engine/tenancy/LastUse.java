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
    noted.merge(tenant, when, LastUse::later);
  }

  /// Null if it never did.
  @Nullable Instant of(TenantId tenant) {
    return all().get(tenant);
  }

  Map<TenantId, Instant> all() {
    var all = new HashMap<>(storage.lastUsed());
    // Another server may have seen it later.
    noted.forEach((tenant, when) -> all.merge(tenant, when, LastUse::later));
    return all;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /// Writes down what was noted. Called now and then, and at the end.
  public void flush() {
    if (!noted.isEmpty()) {
      storage.touch(Map.copyOf(noted));
    }
  }
}
