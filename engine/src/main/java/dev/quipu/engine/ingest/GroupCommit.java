package dev.quipu.engine.ingest;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Lets many callers share one commit: whatever is waiting when a commit begins goes into it, turn
/// by turn over the tenants, so that one tenant's flood does not hold up another's single write.
///
/// One thread writes. The queue is bounded; beyond that callers are told to come back, at once.
public final class GroupCommit implements AutoCloseable {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Storage storage;
  private final Limits limits;
  private final CommitSignal signal;
  private final CommitMeter meter;
  private final Thread writer;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final SequencedMap<TenantId, ArrayDeque<Waiting>> queues = new LinkedHashMap<>();
  private int queued;
  private boolean closing;

  record Waiting(Unit unit, CompletableFuture<Fate> fate) {}

  private GroupCommit(Storage storage, Limits limits, CommitSignal signal, CommitMeter meter) {
    this.storage = storage;
    this.limits = limits;
    this.signal = signal;
    this.meter = meter;
    this.writer = Thread.ofPlatform().name("quipu-writer").unstarted(this::work);
  }

  public static GroupCommit open(
      Storage storage, Limits limits, CommitSignal signal, CommitMeter meter) {
    var groups = new GroupCommit(storage, limits, signal, meter);
    groups.writer.start();
    return groups;
  }

  /// Commits a unit and returns when it is durable, or throws why it is not.
  public void commit(Unit unit) {
    switch (commitEach(List.of(unit)).getFirst()) {
      case Fate.Done() -> {}
      case Fate.Failed(var cause) -> throw cause;
    }
  }

  /// Commits units that each have their own fate.
  public List<Fate> commitEach(List<? extends Unit> units) {
    return begin(units).join();
  }

  /// Queues units and returns at once. What the same thread queues later is committed later.
  Fates begin(List<? extends Unit> units) {
    var waiting = units.stream().map(unit -> new Waiting(unit, new CompletableFuture<>())).toList();
    enqueue(waiting);
    return new Fates(waiting);
  }

  /// Fates that are still to come.
  record Fates(List<Waiting> waiting) {

    List<Fate> join() {
      return waiting.stream().map(each -> each.fate().join()).toList();
    }
  }

  /// How many units are waiting.
  public int queued() {
    lock.lock();
    try {
      return queued;
    } finally {
      lock.unlock();
    }
  }

  /// Commits what is waiting, takes nothing more, and returns when the writer has stopped.
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      arrived.signal();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (true) {
      try {
        writer.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void enqueue(List<Waiting> units) {
    lock.lock();
    try {
      if (closing) {
        throw new Unavailable("server.stopping", "the server is stopping", RETRY_AFTER);
      }
      if (queued + units.size() > limits.maxQueued()) {
        throw new Unavailable("queue.full", "too many writes are waiting", RETRY_AFTER);
      }
      for (var unit : units) {
        queues.computeIfAbsent(unit.unit().tenant(), _ -> new ArrayDeque<>()).add(unit);
      }
      queued += units.size();
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    for (var group = next(); !group.isEmpty(); group = next()) {
      commitGroup(group);
    }
  }

  private void commitGroup(List<Waiting> group) {
    long start = System.nanoTime();
    try {
      var fates = storage.commit(group.stream().map(Waiting::unit).toList());
      try {
        meter.committed(group.size(), System.nanoTime() - start);
        signal.ring(tenantsOf(group));
      } finally {
        // What is durable is told so, whatever befalls those who only watch.
        for (int i = 0; i < group.size(); i++) {
          group.get(i).fate().complete(fates.get(i));
        }
      }
    } catch (RuntimeException e) {
      // The transaction as a whole failed: nobody is acknowledged, and every caller hears why.
      meter.failed(group.size());
      group.forEach(waiting -> waiting.fate().complete(new Fate.Failed(e)));
    } catch (Error e) {
      var fault = new IllegalStateException("the writer met an error", e);
      group.forEach(waiting -> waiting.fate().complete(new Fate.Failed(fault)));
    }
  }

  private static Set<TenantId> tenantsOf(List<Waiting> group) {
    var tenants = new HashSet<TenantId>();
    group.forEach(waiting -> tenants.add(waiting.unit().tenant()));
    return tenants;
  }

  /// Waits for the next group; an empty one means that there is no more.
  private List<Waiting> next() {
    lock.lock();
    try {
      while (queued == 0 && !closing) {
        arrived.awaitUninterruptibly();
      }
      var group = new ArrayList<Waiting>(Math.min(queued, limits.maxGroup()));
      while (queued > 0 && group.size() < limits.maxGroup()) {
        group.add(takeTurn());
      }
      return group;
    } finally {
      lock.unlock();
    }
  }

  /// Takes one unit of the tenant whose turn it is and sends that tenant to the end of the line, so
  /// that turns go round also when more tenants are busy than fit into a group.
  private Waiting takeTurn() {
    var first = queues.pollFirstEntry();
    var waiting = first.getValue().remove();
    queued--;
    if (!first.getValue().isEmpty()) {
      queues.putLast(first.getKey(), first.getValue());
    }
    return waiting;
  }
}
