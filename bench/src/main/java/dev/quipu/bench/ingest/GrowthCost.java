package dev.quipu.bench.ingest;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.ingest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// What the next event costs when there are already many, against when there are few: both stores
/// are open at once and take turns.
final class GrowthCost {

  private static final int PAGE = 4096;
  private static final int BATCH = 64;
  private static final int WINDOW = 16 * BATCH;
  private static final int WINDOWS = 15;
  private static final int GROWING_BATCH = 2_000;

  private GrowthCost() {}

  /// What one event costs.
  ///
  /// @param micros CPU time of the whole process
  /// @param pages handed to the kernel, into the write-ahead log and out of it
  record Cost(double micros, double pages) {}

  static List<Cost> measure(List<Integer> sizes, Progress progress) throws IOException {
    try (var scratch = Scratch.open()) {
      var stores = new ArrayList<Side>();
      try {
        for (int size : sizes) {
          var store = Store.open(scratch.resolve("data-" + size));
          var side = new Side(store);
          stores.add(side);
          side.grow(size, progress);
        }
        for (int i = 0; i <= WINDOWS; i++) {
          progress.say("cost of an event, window", i, WINDOWS);
          for (var side : stores) {
            side.window(i > 0);
          }
        }
        return stores.stream().map(Side::cost).toList();
      } finally {
        stores.forEach(side -> side.store.close());
      }
    }
  }

  private static final class Side {

    private final Store store;
    private final List<Double> micros = new ArrayList<>();
    private double pages;
    private long next;

    Side(Store store) {
      this.store = store;
    }

    void grow(int size, Progress progress) {
      while (next < size) {
        progress.say("growing", next, size);
        write((int) Math.min(GROWING_BATCH, size - next));
      }
    }

    void window(boolean counts) throws IOException {
      long cpu = Cpu.ofThisProcess();
      long written = bytesWritten();
      for (int i = 0; i < WINDOW; i += BATCH) {
        write(BATCH);
      }
      if (counts) {
        micros.add((Cpu.ofThisProcess() - cpu) / 1e3 / WINDOW);
        pages += (double) (bytesWritten() - written) / PAGE;
      }
    }

    /// CPU is a median, for the neighbours' sake; pages are a mean, because a checkpoint falls into
    /// some windows and not into others.
    Cost cost() {
      return new Cost(Median.of(micros), pages / (micros.size() * (double) WINDOW));
    }

    private void write(int events) {
      var batch = LongStream.range(next, next + events).mapToObj(Messages::submission).toList();
      next += events;
      for (var outcome : store.engine().ingest().submitEach(Messages.WRITER, batch, null, 0)) {
        if (!(outcome instanceof Outcome.Written)) {
          throw new IllegalStateException("an event was not written: " + outcome);
        }
      }
    }
  }

  /// `wchar`: what was handed to `write` and its kin. `write_bytes` would leave out what the page
  /// cache has merged, which is chance.
  private static long bytesWritten() throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc/self/io"))) {
      if (line.startsWith("wchar: ")) {
        return Long.parseLong(line.substring("wchar: ".length()));
      }
    }
    throw new IOException("no wchar in /proc/self/io");
  }
}
