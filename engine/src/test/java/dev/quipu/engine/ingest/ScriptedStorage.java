package dev.quipu.engine.ingest;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.SigningKeys;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A storage that keeps nothing: it runs units, writes down the groups they came in, and waits at a
/// gate or fails when a test says so.
final class ScriptedStorage implements Storage {

  final List<List<Unit>> groups = new CopyOnWriteArrayList<>();
  private final Semaphore entered = new Semaphore(0);
  private final AtomicReference<@Nullable Semaphore> gate = new AtomicReference<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /// Commits wait from now on until the gate is opened.
  void shut() {
    gate.set(new Semaphore(0));
  }

  void open() {
    var shut = gate.getAndSet(null);
    if (shut != null) {
      shut.release(Integer.MAX_VALUE / 2);
    }
  }

  /// Returns when a commit stands before the gate.
  void awaitCommit() {
    entered.acquireUninterruptibly();
  }

  /// The next commit fails as a whole.
  void failWith(Throwable failure) {
    this.failure.set(failure);
  }

  @Override
  public List<Fate> commit(List<Unit> units) {
    groups.add(List.copyOf(units));
    var before = gate.get();
    entered.release();
    if (before != null) {
      before.acquireUninterruptibly();
    }
    switch (failure.getAndSet(null)) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
      case null -> {}
    }
    var fates = new ArrayList<Fate>();
    for (var unit : units) {
      fates.add(fateOf(unit));
    }
    return fates;
  }

  private static Fate fateOf(Unit unit) {
    try {
      unit.run(null);
      return new Fate.Done();
    } catch (RuntimeException e) {
      return new Fate.Failed(e);
    }
  }

  @Override
  public String logId() {
    return "log_scripted";
  }

  @Override
  public Snapshot read(ReadScope scope) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SortedSet<TenantId> tenants() {
    return Collections.emptySortedSet();
  }

  @Override
  public Cut cut() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SigningKeys signingKeys() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void scrub() {}

  @Override
  public void touch(Map<TenantId, Instant> lastUsed) {}

  @Override
  public Map<TenantId, Instant> lastUsed() {
    return Map.of();
  }

  @Override
  public boolean hasOtherWriters() {
    return false;
  }

  @Override
  public Map<TenantId, Long> touched(Collection<TenantId> tenants) {
    return Map.of();
  }

  @Override
  public boolean lease(String name, String holder, Duration term) {
    return true;
  }

  @Override
  public void release(String name, String holder) {}

  @Override
  public void close() {}
}
