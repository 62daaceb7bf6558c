package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.model.id.TenantId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// All tenants at one moment. A unit works on a copy, which is dropped if the unit fails.
final class World {

  private final Map<TenantId, TenantState> tenants = new HashMap<>();
  private final Map<IdempotencyKey, Remembered> remembered = new HashMap<>();
  private final Map<TenantId, Long> touched = new HashMap<>();
  private long lastSpace;

  /// Nothing but the beginning of the platform's log.
  static World begin() {
    var world = new World();
    new MemoryTransaction(world, TenantId.PLATFORM).activeSpace();
    return world;
  }

  World copy() {
    var copy = new World();
    copy.tenants.putAll(tenants);
    copy.remembered.putAll(remembered);
    copy.touched.putAll(touched);
    copy.lastSpace = lastSpace;
    return copy;
  }

  boolean isEmpty() {
    return remembered.isEmpty()
        && tenants.values().stream().allMatch(state -> state.lines().isEmpty());
  }

  TenantState state(TenantId tenant) {
    return tenants.getOrDefault(tenant, TenantState.EMPTY);
  }

  void put(TenantId tenant, TenantState state) {
    tenants.put(tenant, state);
    touched.merge(tenant, 1L, Long::sum);
  }

  Map<TenantId, Long> touched() {
    return touched;
  }

  /// Everybody who has views, be they empty.
  SortedSet<TenantId> begun() {
    var begun = new TreeSet<>(Comparator.comparing(TenantId::value));
    tenants.forEach(
        (tenant, state) -> {
          if (state.active() != null) {
            begun.add(tenant);
          }
        });
    return begun;
  }

  SpaceId newSpace() {
    return new SpaceId(++lastSpace);
  }

  Map<IdempotencyKey, Remembered> remembered() {
    return remembered;
  }
}
