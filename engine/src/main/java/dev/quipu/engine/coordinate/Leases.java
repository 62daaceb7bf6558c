package dev.quipu.engine.coordinate;

import dev.quipu.engine.storage.Storage;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.MemoryException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Sees to it that background work is done by one server at a time, and once within a server.
/// Thread-safe.
///
/// A lease is prolonged every third of its term while the work goes on. Who dies stops doing so,
/// and another takes over. A lease only avoids double work; that double work does no harm is the
/// work's own matter.
public final class Leases implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Leases.class.getName());

  private final Storage storage;
  private final String holder;
  private final Duration term;
  private final Map<String, Lease> held = new ConcurrentHashMap<>();
  private final ScheduledExecutorService renewing =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("quipu-leases").factory());

  private Leases(Storage storage, String holder, Duration term) {
    this.storage = storage;
    this.holder = holder;
    this.term = term;
  }

  /// Begins with no lease.
  ///
  /// @param holder a name that no other user of the storage has
  public static Leases open(Storage storage, String holder, Duration term) {
    var leases = new Leases(storage, holder, term);
    long pause = term.toMillis() / 3;
    var _ =
        leases.renewing.scheduleWithFixedDelay(
            () -> leases.held.values().forEach(Lease::renew), pause, pause, TimeUnit.MILLISECONDS);
    return leases;
  }

  /// Takes a lease; null if somebody has it, here or elsewhere.
  public @Nullable Lease tryTake(String name) {
    var lease = new Lease(name);
    if (held.putIfAbsent(name, lease) != null) {
      return null;
    }
    boolean taken = false;
    try {
      taken = lease.begin();
      return taken ? lease : null;
    } finally {
      if (!taken) {
        held.remove(name);
      }
    }
  }

  /// Takes a lease, or refuses the work that needs it.
  public Lease take(String name) {
    var lease = tryTake(name);
    if (lease == null) {
      throw underway();
    }
    return lease;
  }

  private static Conflict underway() {
    return new Conflict(
        "work.underway",
        "work like this is being done for this tenant already",
        "try again when it has ended");
  }

  /// The right to do something that nobody else does meanwhile, until it is closed.
  public final class Lease implements AutoCloseable {

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean running;
    private volatile boolean lost;

    private Lease(String name) {
      this.name = name;
    }

    /// Whether another has taken over, because it was not prolonged in time.
    public boolean isLost() {
      return lost;
    }

    /// Refuses to go on once another has taken over.
    public void check() {
      if (lost) {
        throw underway();
      }
    }

    private boolean begin() {
      lock.lock();
      try {
        running = storage.lease(name, holder, term);
        return running;
      } finally {
        lock.unlock();
      }
    }

    /// What fails now may succeed a third of a term later.
    private void renew() {
      lock.lock();
      try {
        if (running && !lost) {
          lost = !storage.lease(name, holder, term);
        }
      } catch (MemoryException | IllegalStateException e) {
        LOG.log(Level.WARNING, "action=renew_lease name=" + name + " outcome=failed", e);
      } finally {
        lock.unlock();
      }
    }

    /// One that cannot be given back lapses.
    @Override
    public void close() {
      lock.lock();
      try {
        running = false;
        if (!lost) {
          storage.release(name, holder);
        }
      } catch (MemoryException | IllegalStateException e) {
        LOG.log(Level.WARNING, "action=release_lease name=" + name + " outcome=failed", e);
      } finally {
        lock.unlock();
        held.remove(name, this);
      }
    }
  }

  /// Prolongs nothing any more.
  @Override
  public void close() {
    renewing.shutdownNow();
  }
}
