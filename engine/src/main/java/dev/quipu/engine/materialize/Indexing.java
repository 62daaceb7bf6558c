package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Lets the index follow the log: one thread for all tenants, which take turns.
///
/// A tenant's turn comes some time after something was committed to it, so that many small commits
/// are one look; at once if somebody waits for it. While much is being written the thread rests
/// between turns, since writers wait for their answers and nobody waits for it. The index shows
/// what was put only when it is level with the log that was looked at, so it always stands at a
/// position. What a turn leaves undone, or a crash, is made good by the next, from the position
/// that was shown last.
public final class Indexing implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Indexing.class.getName());

  /// Entries after which it is another tenant's turn.
  private static final int TURN = 5_000;

  /// Somebody who waits has the log looked at so often: another server may have committed.
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// How much longer it rests than its last turn took, while something is being written.
  private static final int REST = 4;

  private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Storage storage;
  private final SearchIndex index;
  private final long paceNanos;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<TenantId, Turn> turns = new HashMap<>();
  private final Set<TenantId> ended = new HashSet<>();
  private boolean closing;
  private long failures;

  /// How many turns have been taken.
  private long taken;

  /// How often something was committed: until now, and until the last turn began.
  private long heard;

  private long heardBefore;

  /// Turns that nobody waits for come no earlier.
  private long restsUntil = System.nanoTime();

  /// A tenant that has something to look at.
  ///
  /// @param due when, by the machine's nanoseconds
  /// @param reached how far was put and not shown yet; null = nothing
  /// @param hurried whether somebody waits for it
  private record Turn(long due, @Nullable Reached reached, boolean hurried) {

    Turn hurriedAt(long nanos) {
      return new Turn(nanos - due < 0 ? nanos : due, reached, true);
    }

    Turn orHurried(Turn other) {
      return new Turn(due, reached, hurried || other.hurried);
    }

    long dueAfter(long rest) {
      return hurried || due - rest > 0 ? due : rest;
    }
  }

  private record Reached(Generation generation, LogPosition position) {}

  private Indexing(Storage storage, SearchIndex index, Duration pace) {
    this.storage = storage;
    this.index = index;
    this.paceNanos = pace.toNanos();
    this.thread = Thread.ofPlatform().daemon().name("quipu-index").unstarted(this::run);
  }

  /// Begins to follow.
  ///
  /// @param pace how long a commit may wait for others to be looked at with it
  public static Indexing open(
      Storage storage, SearchIndex index, CommitSignal signal, Duration pace) {
    var indexing = new Indexing(storage, index, pace);
    signal.hear(indexing::wake);
    indexing.thread.start();
    return indexing;
  }

  /// Something may have been committed to these.
  public void wake(Collection<TenantId> tenants) {
    lock.lock();
    try {
      for (var tenant : tenants) {
        if (!tenant.equals(TenantId.PLATFORM) && !ended.contains(tenant)) {
          turns.computeIfAbsent(tenant, _ -> new Turn(System.nanoTime() + paceNanos, null, false));
        }
      }
      heard++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Removes the index of a tenant that is deleted: from now on its log is followed no more, though
  /// its end is still being written.
  public void drop(TenantId tenant) {
    lock.lock();
    try {
      ended.add(tenant);
      turns.remove(tenant);
    } finally {
      lock.unlock();
    }
    index.drop(tenant);
  }

  /// Waits until the index of a tenant has come to a position. Returns whether it has, in time.
  public boolean await(TenantId tenant, LogPosition position, Duration atMost)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    long nextLook = System.nanoTime();
    while (true) {
      long seen = taken();
      // Not under the lock, which the writer takes: an index may first have to be opened.
      if (!position.isAfter(index.serving(tenant).position())) {
        return true;
      }
      lock.lockInterruptibly();
      try {
        long now = System.nanoTime();
        if (now - end >= 0 || closing) {
          return false;
        }
        if (now - nextLook >= 0) {
          hurry(tenant, now);
          nextLook = now + LOOK_AGAIN_NANOS;
        }
        if (seen == taken) {
          long _ = changed.awaitNanos(Math.min(end, nextLook) - now);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private long taken() {
    lock.lock();
    try {
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void hurry(TenantId tenant, long now) {
    turns.merge(tenant, new Turn(now, null, true), (before, _) -> before.hurriedAt(now));
    changed.signalAll();
  }

  /// Fills a new generation beside the one that answers, then lets it answer.
  public LogPosition rebuild(TenantId tenant, Progress progress) {
    var next = index.begin(tenant);
    var portions = new PortionSize();
    var reached = LogPosition.START;
    while (true) {
      try (var snapshot = storage.read(ReadScope.whole(tenant))) {
        var head = snapshot.head().position();
        var lines = portions.next(snapshot, reached);
        if (lines.isEmpty()) {
          next.publish(head);
          break;
        }
        next.put(IndexPortion.of(snapshot, reached, lines));
        reached = lines.getLast().position();
        progress.at(tenant, "index", reached.value(), head.value());
      }
    }
    index.serve(next);
    wake(List.of(tenant));
    return next.position();
  }

  /// Tenants whose turn is to come.
  public int behind() {
    lock.lock();
    try {
      return turns.size();
    } finally {
      lock.unlock();
    }
  }

  /// Turns that failed and were tried again.
  public long failures() {
    lock.lock();
    try {
      return failures;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    for (var tenant = next(); tenant != null; tenant = next()) {
      take(tenant);
    }
  }

  /// The tenant whose turn comes first, once it has come; null if there will be none.
  private @Nullable TenantId next() {
    lock.lock();
    try {
      while (!closing) {
        var first =
            turns.entrySet().stream()
                .min((one, other) -> Long.signum(due(one.getValue()) - due(other.getValue())))
                .orElse(null);
        long wait = first == null ? Long.MAX_VALUE : due(first.getValue()) - System.nanoTime();
        if (first != null && wait <= 0) {
          return first.getKey();
        }
        long _ = changed.awaitNanos(wait);
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      lock.unlock();
    }
  }

  private long due(Turn turn) {
    return turn.dueAfter(restsUntil);
  }

  private void take(TenantId tenant) {
    long began = System.nanoTime();
    var turn = taken(tenant);
    try {
      var left = turn(tenant, turn.reached());
      long now = System.nanoTime();
      again(tenant, left == null ? null : new Turn(now, left, turn.hurried()), now - began);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "action=index tenant=" + tenant + " outcome=failed; tried again", e);
      failed(tenant);
    }
  }

  private Turn taken(TenantId tenant) {
    lock.lock();
    try {
      heardBefore = heard;
      var turn = turns.remove(tenant);
      return turn == null ? new Turn(0, null, false) : turn;
    } finally {
      lock.unlock();
    }
  }

  private void failed(TenantId tenant) {
    lock.lock();
    try {
      failures++;
      again(tenant, new Turn(System.nanoTime() + RETRY_NANOS, null, false), 0);
    } finally {
      lock.unlock();
    }
  }

  /// A turn has ended.
  ///
  /// @param turn that is to follow it; null = none
  /// @param took in nanoseconds
  private void again(TenantId tenant, @Nullable Turn turn, long took) {
    lock.lock();
    try {
      taken++;
      if (turn != null && !ended.contains(tenant)) {
        turns.merge(tenant, turn, (meanwhile, next) -> next.orHurried(meanwhile));
      }
      if (heard > heardBefore) {
        restsUntil = System.nanoTime() + Math.min(REST * took, LONGEST_REST_NANOS);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Puts what is new. Returns how far it came if there is more.
  private @Nullable Reached turn(TenantId tenant, @Nullable Reached before) {
    var generation = index.serving(tenant);
    var from =
        before != null && before.generation().equals(generation)
            ? before.position()
            : generation.position();
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var head = snapshot.head().position();
      var at = from;
      var portions = new PortionSize();
      while (head.isAfter(at)) {
        if (at.value() - from.value() >= TURN) {
          return new Reached(generation, at);
        }
        var lines = portions.next(snapshot, at);
        generation.put(IndexPortion.of(snapshot, at, lines));
        at = lines.getLast().position();
      }
      if (head.isAfter(generation.position())) {
        generation.publish(head);
      }
      return null;
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
