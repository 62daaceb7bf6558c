package dev.quipu.lucene;

import dev.quipu.model.failure.Unavailable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Commits what was published, so that nobody who puts or reads has to wait for a disk.
final class Committer {

  private static final System.Logger LOG = System.getLogger(Committer.class.getName());

  /// How often it looks for tenants that have put much.
  private static final long LOOK_MILLIS = 500;

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
    thread.scheduleWithFixedDelay(this::commitAll, every, every, TimeUnit.MILLISECONDS);
    thread.scheduleWithFixedDelay(
        this::commitLarge, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  void commitAll() {
    workshop.open().forEach(Committer::commit);
  }

  private void commitLarge() {
    for (var generation : workshop.open()) {
      if (generation.bytes() >= workshop.bounds().commitBytes()) {
        commit(generation);
      }
    }
  }

  private static void commit(LuceneGeneration generation) {
    try {
      generation.commit();
    } catch (Unavailable e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "index not committed, goes on from the last commit: tenant=" + generation.tenant(),
          e);
    }
  }

  void stop() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
