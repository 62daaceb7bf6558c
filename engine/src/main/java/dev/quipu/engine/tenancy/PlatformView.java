package dev.quipu.engine.tenancy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.Tenant;
import dev.quipu.model.view.At;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One moment of the platform's views: tenants and keys by what they are looked up by.
final class PlatformView implements AutoCloseable {

  private static final int ALL = Integer.MAX_VALUE - 1;

  private final Snapshot snapshot;
  private final At at;

  private PlatformView(Snapshot snapshot, At at) {
    this.snapshot = snapshot;
    this.at = at;
  }

  /// The latest. What is written here takes effect when it becomes visible, so the head's own time
  /// is now.
  static PlatformView latest(Storage storage) {
    return of(storage.read(ReadScope.whole(TenantId.PLATFORM)));
  }

  /// The latest that a snapshot of the platform knows.
  static PlatformView of(Snapshot snapshot) {
    var head = snapshot.head();
    return new PlatformView(snapshot, new At(head.visibleTime(), head.position()));
  }

  /// As it was right after a write.
  static PlatformView after(Storage storage, Receipt receipt) {
    var snapshot = storage.read(ReadScope.whole(TenantId.PLATFORM));
    return new PlatformView(snapshot, new At(receipt.visibleTime(), receipt.position()));
  }

  LogPosition position() {
    return at.asKnownAt();
  }

  @Nullable Tenant tenant(TenantId id) {
    var stored = snapshot.object(new ObjectRef(ObjectType.TENANT, id.value()), at);
    return stored == null ? null : tenant(stored);
  }

  @Nullable Tenant tenantWith(String field, String value) {
    var found = list(ObjectType.TENANT, Map.of(field, value), null, 1);
    return found.isEmpty() ? null : tenant(found.getFirst());
  }

  List<Tenant> tenants() {
    return list(ObjectType.TENANT, Map.of(), null, ALL).stream().map(PlatformView::tenant).toList();
  }

  /// Tenants that were deleted, the latest first.
  List<TenantId> deletedTenants() {
    return entriesOf("delete_tenant").stream().map(PlatformView::deletedBy).toList();
  }

  static TenantId deletedBy(LogEntry deletion) {
    return new TenantId(String.valueOf(deletion.event().payload().text("object_id")));
  }

  @Nullable ApiKey key(KeyId id) {
    var stored = snapshot.object(new ObjectRef(ObjectType.KEY, id.value()), at);
    return stored == null ? null : ApiKey.read(stored.version().body());
  }

  @Nullable ApiKey keyWithToken(String tokenHash) {
    var found = list(ObjectType.KEY, Map.of("token_hash", tokenHash), null, 1);
    return found.isEmpty() ? null : ApiKey.read(found.getFirst().version().body());
  }

  List<ApiKey> keysOf(TenantId tenant) {
    return list(ObjectType.KEY, Map.of("tenant_id", tenant.value()), null, ALL).stream()
        .map(stored -> ApiKey.read(stored.version().body()))
        .toList();
  }

  /// Entries of the platform log, newest first.
  List<LogEntry> entries(Map<String, String> fields, LogPosition before, int limit) {
    var upTo = new LogPosition(Math.max(0, Math.min(before.value() - 1, at.asKnownAt().value())));
    return snapshot.events(
        new EventListing(LogPosition.START, upTo, fields, null, null, true, limit));
  }

  /// All entries of one of our own types, newest first.
  List<LogEntry> entriesOf(String action) {
    return entries(
        Map.of("event_type", EventType.RESERVED_PREFIX + action), LogPosition.FOREVER, ALL);
  }

  private List<StoredObject> list(
      ObjectType type, Map<String, String> fields, ObjectListing.@Nullable Place after, int limit) {
    return snapshot.objects(new ObjectListing(type, fields, after, limit), at);
  }

  private static Tenant tenant(StoredObject stored) {
    return Tenant.read(stored.version().body());
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
