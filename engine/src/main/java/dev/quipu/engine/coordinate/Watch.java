package dev.quipu.engine.coordinate;

import dev.quipu.engine.storage.Storage;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.TenantId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// Rings for what other processes commit: looks again and again whether the tenants that somebody
/// follows here were touched.
///
/// The platform is always among them, since what happens there may end a key. Looks only while
/// somebody follows, and only where others write at all. A look that fails is made good by the
/// next.
public final class Watch implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Watch.class.getName());

  private final Storage storage;
  private final CommitSignal signal;
  private final Duration interval;
  private final Thread thread;
  private final AtomicLong failures = new AtomicLong();

  /// What was touched when we last looked, of those who were followed then.
  private Map<TenantId, Long> seen = Map.of();

  private volatile boolean watching;
  private volatile long lookedAt;

  private Watch(Storage storage, CommitSignal signal, Duration interval) {
    this.storage = storage;
    this.signal = signal;
    this.interval = interval;
    this.thread = Thread.ofPlatform().daemon().name("quipu-watch").unstarted(this::run);
  }

  public static Watch open(Storage storage, CommitSignal signal, Duration interval) {
    var watch = new Watch(storage, signal, interval);
    if (storage.hasOtherWriters()) {
      watch.thread.start();
    }
    return watch;
  }

  /// How many looks have failed.
  public long failures() {
    return failures.get();
  }

  /// How long ago somebody who follows here could last have been woken by others; nothing if nobody
  /// follows.
  public Duration lag() {
    return watching ? Duration.ofNanos(Math.max(0, System.nanoTime() - lookedAt)) : Duration.ZERO;
  }

  private void run() {
    try {
      boolean failed = false;
      while (true) {
        var followed = signal.followed();
        if (followed.isEmpty()) {
          watching = false;
          seen = Map.of();
          followed = signal.awaitFollowed();
        }
        if (!watching) {
          lookedAt = System.nanoTime();
          watching = true;
        }
        failed = !looks(followed, failed);
        Thread.sleep(interval);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  /// Warns once for failures that follow upon each other.
  private boolean looks(Set<TenantId> followed, boolean failedBefore) {
    try {
      long now = System.nanoTime();
      look(followed);
      lookedAt = now;
      return true;
    } catch (MemoryException | IllegalStateException e) {
      failures.incrementAndGet();
      if (!failedBefore) {
        LOG.log(Level.WARNING, "action=watch outcome=failed; commits of others go unseen", e);
      }
      return false;
    }
  }

  /// Whoever is seen for the first time is rung for: something may have happened since its follower
  /// has read.
  private void look(Set<TenantId> followed) {
    var asked = new HashSet<>(followed);
    asked.add(TenantId.PLATFORM);
    var touched = storage.touched(asked);
    var now = new HashMap<TenantId, Long>();
    asked.forEach(tenant -> now.put(tenant, touched.getOrDefault(tenant, 0L)));
    var before = seen;
    seen = now;
    var moved = new HashSet<>(asked);
    moved.removeIf(tenant -> Objects.equals(now.get(tenant), before.get(tenant)));
    signal.ring(moved);
  }

  @Override
  public void close() {
    thread.interrupt();
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
