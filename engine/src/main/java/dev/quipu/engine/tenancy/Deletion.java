package dev.quipu.engine.tenancy;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The end of a tenant, as the platform log tells it.
///
/// @param position of the deletion in the platform log
/// @param erasedAt when its bytes were certified to be gone; null = not yet
public record Deletion(
    TenantId tenant, Instant deletedAt, LogPosition position, @Nullable Instant erasedAt) {

  /// All of them, oldest first.
  ///
  /// @param platform a whole view of the platform's log
  public static List<Deletion> in(Snapshot platform) {
    return in(PlatformView.of(platform));
  }

  static List<Deletion> in(PlatformView view) {
    var erased = new HashMap<TenantId, Instant>();
    view.entriesOf("tenant_erased")
        .forEach(
            entry ->
                erased.put(
                    new TenantId(String.valueOf(entry.event().payload().text("tenant_id"))),
                    entry.visibleTime()));
    return view.entriesOf("delete_tenant").reversed().stream()
        .map(
            entry -> {
              var tenant = PlatformView.deletedBy(entry);
              return new Deletion(
                  tenant, entry.visibleTime(), entry.position(), erased.get(tenant));
            })
        .toList();
  }
}
