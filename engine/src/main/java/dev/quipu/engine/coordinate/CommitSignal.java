package dev.quipu.engine.coordinate;

import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Wakes those who follow a tenant's log when something was committed to it.
///
/// It may wake for nothing and it never says what happened: a follower reads the log from where it
/// stands.
public final class CommitSignal {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition begun = lock.newCondition();
  private final Map<TenantId, Bell> bells = new HashMap<>();
  private final List<Consumer<Collection<TenantId>>> listeners = new CopyOnWriteArrayList<>();

  private static final class Bell {
    final Condition rung;
    long rings;
    int waiting;

    Bell(Condition rung) {
      this.rung = rung;
    }

    void ring() {
      rings++;
      rung.signalAll();
    }
  }

  /// A follower's hold on the signal. Take it *before* reading, so that nothing falls between.
  public final class Follower implements AutoCloseable {

    private final TenantId tenant;
    private final Bell bell;
    private long heard;
    private boolean closed;

    private Follower(TenantId tenant, Bell bell) {
      this.tenant = tenant;
      this.bell = bell;
      this.heard = bell.rings;
    }

    /// Waits until something was committed since the last call, or the time is over. Returns
    /// whether something was.
    public boolean await(Duration atMost) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        long nanos = atMost.toNanos();
        while (bell.rings == heard && nanos > 0) {
          nanos = bell.rung.awaitNanos(nanos);
        }
        boolean rung = bell.rings != heard;
        heard = bell.rings;
        return rung;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (closed) {
          return;
        }
        closed = true;
        bell.waiting--;
        if (bell.waiting == 0) {
          bells.remove(tenant);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  public Follower follow(TenantId tenant) {
    lock.lock();
    try {
      var bell = bells.computeIfAbsent(tenant, _ -> new Bell(lock.newCondition()));
      bell.waiting++;
      begun.signalAll();
      return new Follower(tenant, bell);
    } finally {
      lock.unlock();
    }
  }

  /// Tells somebody of every commit that is rung for, whether the tenant is followed or not. To be
  /// quick: the writer waits for it.
  public void hear(Consumer<Collection<TenantId>> listener) {
    listeners.add(listener);
  }

  /// The tenants that somebody follows.
  Set<TenantId> followed() {
    lock.lock();
    try {
      return Set.copyOf(bells.keySet());
    } finally {
      lock.unlock();
    }
  }

  /// The same, once there are some.
  Set<TenantId> awaitFollowed() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (bells.isEmpty()) {
        begun.await();
      }
      return Set.copyOf(bells.keySet());
    } finally {
      lock.unlock();
    }
  }

  /// Wakes everybody who follows one of these tenants. What happens to the platform may end a key
  /// or a tenant, so it wakes all: a stream is not to outlive its token until the next event.
  public void ring(Collection<TenantId> tenants) {
    listeners.forEach(listener -> listener.accept(tenants));
    if (tenants.contains(TenantId.PLATFORM)) {
      ringAll();
      return;
    }
    lock.lock();
    try {
      for (var tenant : tenants) {
        var bell = bells.get(tenant);
        if (bell != null) {
          bell.ring();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /// Wakes everybody, for instance because the server stops.
  public void ringAll() {
    lock.lock();
    try {
      bells.values().forEach(Bell::ring);
    } finally {
      lock.unlock();
    }
  }
}
