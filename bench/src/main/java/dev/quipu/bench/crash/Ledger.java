package dev.quipu.bench.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What the writers were told. Thread-safe.
public final class Ledger {

  /// By mark: the position that was acknowledged.
  private final Map<String, Long> acknowledged = new HashMap<>();

  private final List<Attempt> open = new ArrayList<>();

  /// Events of these were refused one by one, or the whole call was; they may not be there.
  private long refused;

  synchronized void acknowledge(String mark, long position) {
    var before = acknowledged.put(mark, position);
    if (before != null && before != position) {
      throw new IllegalStateException(
          mark + " was acknowledged at " + before + " and then at " + position);
    }
    notifyAll();
  }

  /// Nobody knows what became of it.
  public synchronized void leaveOpen(Attempt attempt) {
    open.add(attempt);
  }

  synchronized void refuse() {
    refused++;
    notifyAll();
  }

  public synchronized Map<String, Long> acknowledged() {
    return Map.copyOf(acknowledged);
  }

  public synchronized List<Attempt> open() {
    return List.copyOf(open);
  }

  public synchronized void close(Attempt attempt) {
    open.remove(attempt);
  }

  public synchronized long refused() {
    return refused;
  }

  /// Waits until so many were acknowledged, or the limit is over.
  synchronized void awaitAcknowledged(int count, Duration limit) throws InterruptedException {
    await(() -> acknowledged.size() >= count, limit);
  }

  /// Waits until so many were refused, or the limit is over.
  synchronized void awaitRefused(int count, Duration limit) throws InterruptedException {
    await(() -> refused >= count, limit);
  }

  private synchronized void await(BooleanSupplier enough, Duration limit)
      throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    long left = limit.toNanos();
    while (!enough.getAsBoolean() && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
  }
}
