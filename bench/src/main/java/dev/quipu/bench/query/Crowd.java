package dev.quipu.bench.query;

import dev.quipu.bench.ingest.Cpu;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/// Clients that ask one question after the other, all at once.
final class Crowd implements AutoCloseable {

  /// Asks one question.
  interface Asking {
    void ask(int client, String question) throws Exception;
  }

  /// What came of it.
  ///
  /// @param cpuMicros of the whole process for each question
  /// @param p50 of the time that an answer took, in microseconds
  record Run(int answers, double perSecond, double cpuMicros, double p50, double p99) {}

  private final int clients;
  private final List<String> questions;
  private final ExecutorService threads;

  Crowd(int clients, List<String> questions) {
    this.clients = clients;
    this.questions = questions;
    this.threads = Executors.newFixedThreadPool(clients);
  }

  /// Lets them ask for a while.
  Run run(Asking asking, long millis) throws InterruptedException {
    long start = System.nanoTime();
    long cpu = Cpu.ofThisProcess();
    long end = start + millis * 1_000_000;
    var all = new ArrayList<Callable<long[]>>();
    for (int client = 0; client < clients; client++) {
      int number = client;
      all.add(() -> ask(asking, number, end));
    }
    var nanos = threads.invokeAll(all).stream().flatMapToLong(Crowd::nanos).sorted().toArray();
    double took = System.nanoTime() - start;
    cpu = Cpu.ofThisProcess() - cpu;
    return new Run(
        nanos.length,
        nanos.length * 1e9 / took,
        cpu / 1e3 / nanos.length,
        nanos[nanos.length / 2] / 1e3,
        nanos[(int) (nanos.length * 0.99)] / 1e3);
  }

  private long[] ask(Asking asking, int client, long end) throws Exception {
    var nanos = new long[1024];
    int size = 0;
    for (long now = System.nanoTime(); now < end; size++) {
      asking.ask(client, questions.get((size * clients + client) % questions.size()));
      long after = System.nanoTime();
      if (size == nanos.length) {
        nanos = Arrays.copyOf(nanos, size * 2);
      }
      nanos[size] = after - now;
      now = after;
    }
    return Arrays.copyOf(nanos, size);
  }

  private static LongStream nanos(Future<long[]> asked) {
    try {
      return Arrays.stream(asked.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a question was not answered", e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
