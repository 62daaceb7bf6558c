package dev.quipu.lucene;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.apache.lucene.index.MergeScheduler;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.store.AlreadyClosedException;

/// Joins the small files of all tenants with a few threads. Lucene's own would start some for every
/// writer.
final class SharedMerges extends MergeScheduler {

  private final ExecutorService threads;

  SharedMerges(int threads) {
    this.threads =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().name("quipu-index-merge-", 1).daemon().factory());
  }

  @Override
  public void merge(MergeSource source, MergeTrigger trigger) throws IOException {
    if (trigger == MergeTrigger.CLOSING) {
      run(source);
      return;
    }
    if (source.hasPendingMerges()) {
      try {
        threads.execute(() -> runQuietly(source));
      } catch (RejectedExecutionException e) {
        run(source);
      }
    }
  }

  private static void run(MergeSource source) throws IOException {
    for (var merge = source.getNextMerge(); merge != null; merge = source.getNextMerge()) {
      source.merge(merge);
    }
  }

  /// A merge that fails closes its writer, and whoever uses that next learns why.
  @SuppressWarnings("EmptyCatch")
  private static void runQuietly(MergeSource source) {
    try {
      run(source);
    } catch (IOException | AlreadyClosedException e) {
      // The writer keeps it as its end.
    }
  }

  /// Of a writer: nothing of ours is its alone.
  @Override
  public void close() {}

  void stop() {
    threads.shutdown();
  }
}
