package dev.quipu.engine.materialize;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Lets something follow the logs: one thread for all tenants, which take turns.
///
/// A tenant's turn comes some time after something was committed to it, so that many small commits
/// are one look; at once if somebody waits for it. What a turn leaves undone, or a failure, is made
/// good by the next. Thread-safe.
final class Rota implements AutoCloseable {

  /// Somebody who waits has the log looked at so often: another server may have committed.
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// A tenant that somebody waits for comes before others, unless their turn has been due for so
  /// much longer.
  private static final long PRECEDENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// How turns are taken.
  ///
  /// @param pace how long a commit may wait for others to be looked at with it
  /// @param retry when a turn that failed is taken again
  /// @param rest how much longer it rests than its last turn took, while something is being
  ///   written: writers wait for their answers, and nobody waits for it
  record Manner(Duration pace, Duration retry, int rest) {

    static final Duration RETRY = Duration.ofSeconds(1);
  }

  /// What is done when a tenant's turn has come; by one thread.
  interface Work {

    /// Returns when its next turn is due because there is more to do, [Duration#ZERO] = at once;
    /// null if there is not.
    @Nullable Duration turn(TenantId tenant);
  }

  /// Other tenants than the one whose turn it is, for one that may take long.
  interface Others {

    /// Whether somebody waits for one of them, so that this turn had better end.
    boolean areWaitedFor();

    /// Whether it is the turn of one of them by now, or there is another reason to end this one
    /// before long.
    boolean areDue();
  }

  private final Logger log;
  private final String name;
  private final Manner manner;
  private final Work work;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<TenantId, Turn> turns = new HashMap<>();
  private final Set<TenantId> ended = new HashSet<>();
  private @Nullable TenantId current;
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
  /// @param hurried whether somebody waits for it
  /// @param called whether it is not to be put off, though a turn before it should fail
  private record Turn(long due, boolean hurried, boolean called) {

    Turn hurriedAt(long nanos) {
      return new Turn(earlier(nanos, due), true, called);
    }

    Turn calledAt(long nanos) {
      return new Turn(earlier(nanos, due), hurried, true);
    }

    /// After a turn, if there is reason for another one meanwhile.
    Turn and(Turn meanwhile) {
      return new Turn(
          meanwhile.called ? earlier(meanwhile.due, due) : due,
          hurried || meanwhile.hurried,
          meanwhile.called);
    }

    long dueAfter(long rest) {
      return hurried || due - rest > 0 ? due : rest;
    }

    long precedence() {
      return hurried ? PRECEDENCE_NANOS : 0;
    }

    private static long earlier(long one, long other) {
      return one - other < 0 ? one : other;
    }
  }

  private Rota(Logger log, String name, Manner manner, Work work) {
    this.log = log;
    this.name = name;
    this.manner = manner;
    this.work = work;
    this.thread = Thread.ofPlatform().daemon().name("quipu-" + name).unstarted(this::run);
  }

  /// @param name of the work, for logs
  static Rota open(Logger log, String name, Manner manner, Work work) {
    var rota = new Rota(log, name, manner, work);
    rota.thread.start();
    return rota;
  }

  /// Something may have been committed to these. What is to be tried again waits as long as before.
  void wake(Collection<TenantId> tenants) {
    wake(tenants, manner.pace, false);
  }

  /// There is something to do for these for another reason, so that what is to be tried again need
  /// not wait any longer than this.
  ///
  /// @param after when their turns come, unless somebody waits for them
  void call(Collection<TenantId> tenants, Duration after) {
    wake(tenants, after, true);
  }

  private void wake(Collection<TenantId> tenants, Duration after, boolean called) {
    lock.lock();
    try {
      long due = System.nanoTime() + after.toNanos();
      for (var tenant : tenants) {
        if (isFollowed(tenant)) {
          turns.merge(
              tenant,
              new Turn(due, false, called),
              (before, _) -> called ? before.calledAt(due) : before);
        }
      }
      heard++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Whether a tenant has turns at all.
  boolean isFollowed(TenantId tenant) {
    lock.lock();
    try {
      return !tenant.equals(TenantId.PLATFORM) && !ended.contains(tenant);
    } finally {
      lock.unlock();
    }
  }

  /// No more turns for a tenant. When this returns none is under way either.
  void end(TenantId tenant) {
    lock.lock();
    try {
      ended.add(tenant);
      turns.remove(tenant);
      while (tenant.equals(current) && !closing) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Waits until a tenant has come to a position. Returns whether it has, in time.
  ///
  /// @param standing where a tenant stands
  boolean await(
      TenantId tenant,
      LogPosition position,
      Duration atMost,
      Function<TenantId, LogPosition> standing)
      throws InterruptedException {
    return await(tenant, atMost, () -> !position.isAfter(standing.apply(tenant)));
  }

  /// Waits until turns of a tenant have brought something about. Returns whether they have, in
  /// time.
  boolean await(TenantId tenant, Duration atMost, BooleanSupplier hasCome)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    long nextLook = System.nanoTime();
    while (true) {
      long seen = taken();
      // Not under the lock, which the writer takes: an index may first have to be opened.
      if (hasCome.getAsBoolean()) {
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
    if (!ended.contains(tenant)) {
      turns.merge(tenant, new Turn(now, true, false), (before, _) -> before.hurriedAt(now));
      changed.signalAll();
    }
  }

  Others others() {
    return new Others() {
      @Override
      public boolean areWaitedFor() {
        return isAny((tenant, turn) -> turn.hurried && !tenant.equals(current));
      }

      @Override
      public boolean areDue() {
        return isAny((tenant, turn) -> turn.called || !tenant.equals(current));
      }
    };
  }

  private boolean isAny(BiPredicate<TenantId, Turn> which) {
    lock.lock();
    try {
      long now = System.nanoTime();
      return turns.entrySet().stream()
          .anyMatch(
              each -> each.getValue().due - now <= 0 && which.test(each.getKey(), each.getValue()));
    } finally {
      lock.unlock();
    }
  }

  /// How many tenants are [#waiting].
  int behind() {
    return waiting().size();
  }

  /// Tenants whose turn is to come, or is being taken.
  Set<TenantId> waiting() {
    lock.lock();
    try {
      var waiting = new HashSet<>(turns.keySet());
      if (current != null) {
        waiting.add(current);
      }
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /// Turns that failed and were tried again.
  long failures() {
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
        long now = System.nanoTime();
        var first = first(turn -> due(turn) - now <= 0, turn -> due(turn) - turn.precedence());
        if (first != null) {
          heardBefore = heard;
          current = first.getKey();
          return current;
        }
        var next = first(_ -> true, this::due);
        long wait = next == null ? Long.MAX_VALUE : due(next.getValue()) - now;
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

  private Map.@Nullable Entry<TenantId, Turn> first(
      Predicate<Turn> which, ToLongFunction<Turn> by) {
    return turns.entrySet().stream()
        .filter(each -> which.test(each.getValue()))
        .min(
            (one, other) ->
                Long.signum(by.applyAsLong(one.getValue()) - by.applyAsLong(other.getValue())))
        .orElse(null);
  }

  private long due(Turn turn) {
    return turn.dueAfter(restsUntil);
  }

  private void take(TenantId tenant) {
    long began = System.nanoTime();
    var turn = taken(tenant);
    @Nullable Duration again;
    boolean failed = false;
    try {
      again = work.turn(tenant);
    } catch (RuntimeException | Error e) {
      // Errors too: a thread that dies of one would never be missed, and nothing would follow.
      log.log(
          Level.WARNING,
          "action=" + name + " tenant=" + tenant + " outcome=failed; tried again",
          e);
      again = manner.retry;
      failed = true;
    }
    long now = System.nanoTime();
    ended(
        tenant,
        again == null
            ? null
            : new Turn(now + again.toNanos(), turn.hurried() && again.isZero(), false),
        failed,
        now - began);
  }

  private Turn taken(TenantId tenant) {
    lock.lock();
    try {
      var turn = turns.remove(tenant);
      return turn == null ? new Turn(0, false, false) : turn;
    } finally {
      lock.unlock();
    }
  }

  /// @param turn that is to follow; null = none
  /// @param took in nanoseconds
  private void ended(TenantId tenant, @Nullable Turn turn, boolean failed, long took) {
    lock.lock();
    try {
      taken++;
      current = null;
      failures += failed ? 1 : 0;
      if (turn != null && !ended.contains(tenant)) {
        turns.merge(tenant, turn, (meanwhile, next) -> next.and(meanwhile));
      }
      if (heard > heardBefore && !failed) {
        restsUntil = System.nanoTime() + Math.min(manner.rest * took, LONGEST_REST_NANOS);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
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
