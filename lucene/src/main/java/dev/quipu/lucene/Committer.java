package dev.quipu.lucene;

import dev.quipu.model.failure.Unavailable;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Commits what was published, so that nobody who puts or reads has to wait for a disk.
final class Committer {

  private static final System.Logger LOG = System.getLogger(Committer.class.getName());

  /// How often it looks for tenants that have put much.
  private static final long LOOK_MILLIS = 500;

  /// How long it waits for one that is being filled to come to a publishing.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Workshop workshop;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("quipu-index-commit").daemon().factory());

  Committer(Workshop workshop) {
    this.workshop = workshop;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the thread
  void start() {
    long every = workshop.bounds().commitEvery().toMillis();
    thread.scheduleWithFixedDelay(() -> commitAll(PATIENCE), every, every, TimeUnit.MILLISECONDS);
    thread.scheduleWithFixedDelay(
        this::commitLarge, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /// @param patience with each that is being filled
  void commitAll(Duration patience) {
    workshop.open().forEach(generation -> commit(generation, patience));
  }

  private void commitLarge() {
    for (var generation : workshop.open()) {
      if (generation.bytes() >= workshop.bounds().commitBytes()) {
        commit(generation, PATIENCE);
      }
    }
  }

  private static void commit(LuceneFilling<?> generation, Duration patience) {
    try {
      generation.commit(patience);
    } catch (Unavailable e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "index not committed, goes on from the last commit: tenant=" + generation.tenant(),
          e);
    }
  }

  void stop() {
    // Not interrupted: Lucene's files do not survive that in the middle of a commit.
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
