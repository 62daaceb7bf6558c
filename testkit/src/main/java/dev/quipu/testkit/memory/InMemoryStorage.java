package dev.quipu.testkit.memory;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.SigningKeys;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Unit;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/// The oracle of [Storage]: no indexes, no cleverness; every read scans, every write copies.
/// Several may be open on one [Disk].
public final class InMemoryStorage implements Storage {

  private final Disk disk;

  private InMemoryStorage(Disk disk) {
    this.disk = disk;
  }

  public static InMemoryStorage open(Disk disk) {
    if (disk.isBeingFilled()) {
      throw new Unavailable("storage.half_filled", "It is not whole.", Duration.ofSeconds(1));
    }
    return new InMemoryStorage(disk);
  }

  public static Vessel openVessel(Disk disk, KeyPair checkpoints) {
    if (!disk.beginFilling(checkpoints)) {
      throw new Conflict("storage.not_empty", "Something is on the disk.");
    }
    var storage = new InMemoryStorage(disk);
    return new Vessel() {
      @Override
      public Storage storage() {
        return storage;
      }

      @Override
      public void release() {
        disk.endFilling();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public String logId() {
    return disk.logId();
  }

  @Override
  public List<Fate> commit(List<Unit> units) {
    synchronized (disk) {
      return commitAlone(units);
    }
  }

  private List<Fate> commitAlone(List<Unit> units) {
    var world = disk.world();
    var fates = new ArrayList<Fate>();
    for (var unit : units) {
      var attempt = world.copy();
      try {
        unit.run(new MemoryTransaction(attempt, unit.tenant()));
        world = attempt;
        fates.add(new Fate.Done());
      } catch (RuntimeException e) {
        fates.add(new Fate.Failed(e));
      }
    }
    if (!disk.write(world)) {
      throw new Unavailable("storage.unavailable", "The disk is broken.", Duration.ofSeconds(1));
    }
    return List.copyOf(fates);
  }

  @Override
  public Snapshot read(ReadScope scope) {
    return new MemorySnapshot(disk.world().state(scope.tenant()), scope);
  }

  @Override
  public SortedSet<TenantId> tenants() {
    return disk.world().begun();
  }

  @Override
  public Cut cut() {
    return new MemoryCut(disk.logId(), disk.keys().checkpoints(), disk.world(), lastUsed());
  }

  @Override
  public SigningKeys signingKeys() {
    return disk.keys();
  }

  @Override
  public void touch(Map<TenantId, Instant> lastUsed) {
    disk.lastUsed().putAll(lastUsed);
  }

  @Override
  public Map<TenantId, Instant> lastUsed() {
    return Map.copyOf(disk.lastUsed());
  }

  @Override
  public void scrub() {}

  @Override
  public boolean hasOtherWriters() {
    return true;
  }

  @Override
  public Map<TenantId, Long> touched(Collection<TenantId> tenants) {
    var touched = new HashMap<>(disk.world().touched());
    touched.keySet().retainAll(Set.copyOf(tenants));
    return touched;
  }

  @Override
  public boolean lease(String name, String holder, Duration term) {
    return disk.lease(name, holder, term);
  }

  @Override
  public void release(String name, String holder) {
    disk.release(name, holder);
  }

  @Override
  public void close() {}
}
