package dev.quipu.bench.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Writers at work.
final class Crowd {

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> running = new ArrayList<>();

  private Crowd() {}

  static Crowd start(List<Writer> writers) {
    var crowd = new Crowd();
    for (var writer : writers) {
      crowd.running.add(crowd.threads.submit(writer::writeUntilTheEnd));
    }
    return crowd;
  }

  /// Tells the writers to stop; what they were waiting for stays open.
  void dismiss() throws InterruptedException {
    threads.shutdownNow();
    await();
  }

  /// Waits for the end of all writers, and throws what one of them has met.
  void await() throws InterruptedException {
    threads.shutdown();
    for (var writer : running) {
      try {
        writer.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a writer met something unexpected", e.getCause());
      }
    }
  }
}
