package dev.quipu.bench.ingest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.log.Receipt;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/// Writers that each send one event, wait for its receipt, and send the next.
///
/// @param submissions by their numbers
public record ClosedLoop(int writers, int events, LongFunction<Submission> submissions) {

  /// Returns how long it took, in nanoseconds.
  public long run(Engine engine) throws InterruptedException {
    var next = new AtomicLong();
    long start = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (int i = 0; i < writers; i++) {
        running.add(threads.submit(() -> write(engine, next)));
      }
      for (var writer : running) {
        writer.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a writer failed", e.getCause());
    }
    return System.nanoTime() - start;
  }

  private void write(Engine engine, AtomicLong next) {
    for (long n = next.getAndIncrement(); n < events; n = next.getAndIncrement()) {
      var receipt = engine.ingest().submit(Messages.WRITER, submissions.apply(n), null);
      if (receipt.status() != Receipt.Status.ACCEPTED) {
        throw new IllegalStateException("event " + n + " was " + receipt.status());
      }
    }
  }
}
