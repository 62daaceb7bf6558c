package dev.quipu.bench.ingest;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Submission;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/// What the next event costs: stores that differ in how much they hold, or in what they stand on,
/// are open at once and take turns.
public final class GrowthCost {

  private static final int PAGE = 4096;
  private static final int BATCH = 64;
  private static final int WINDOW = 16 * BATCH;
  private static final int WINDOWS = 15;
  private static final int GROWING_BATCH = 2_000;

  private GrowthCost() {}

  /// A store that holds so many events already.
  ///
  /// @param submissions by their numbers
  public record Grown(Database database, int size, LongFunction<Submission> submissions) {}

  /// What one event costs.
  ///
  /// @param micros CPU time of this process
  /// @param allMicros the database's own processes included
  /// @param pages handed to the kernel, into the write-ahead log and out of it
  public record Cost(double micros, double allMicros, double pages) {}

  public static List<Cost> measure(List<Grown> stores, Progress progress) throws IOException {
    var sides = new ArrayList<Side>();
    try {
      for (var each : stores) {
        var side = Side.open(each);
        sides.add(side);
        side.grow(each.size(), progress);
      }
      for (int i = 0; i <= WINDOWS; i++) {
        progress.say("cost of an event, window", i, WINDOWS);
        for (var side : sides) {
          side.window(i > 0);
        }
      }
      return sides.stream().map(Side::cost).toList();
    } finally {
      sides.forEach(Side::close);
    }
  }

  private static final class Side {

    private final Database database;
    private final LongFunction<Submission> submissions;
    private final Place place;
    private final Store store;
    private final List<Double> micros = new ArrayList<>();
    private final List<Double> allMicros = new ArrayList<>();
    private double pages;
    private long next;

    private Side(Grown grown, Place place) {
      this.database = grown.database();
      this.submissions = grown.submissions();
      this.place = place;
      this.store = place.open(CommitMeter.SILENT);
    }

    static Side open(Grown grown) throws IOException {
      return new Side(grown, grown.database().newPlace());
    }

    void close() {
      store.close();
      place.close();
    }

    void grow(int size, Progress progress) {
      while (next < size) {
        progress.say("growing", next, size);
        write((int) Math.min(GROWING_BATCH, size - next));
      }
    }

    void window(boolean counts) throws IOException {
      long cpu = Cpu.ofThisProcess();
      long others = database.cpuNanos();
      long written = database.bytesWritten();
      for (int i = 0; i < WINDOW; i += BATCH) {
        write(BATCH);
      }
      if (counts) {
        cpu = Cpu.ofThisProcess() - cpu;
        others = database.cpuNanos() - others;
        micros.add(cpu / 1e3 / WINDOW);
        allMicros.add((cpu + others) / 1e3 / WINDOW);
        pages += (double) (database.bytesWritten() - written) / PAGE;
      }
    }

    /// CPU is a median, for the neighbours' sake; pages are a mean, because a checkpoint falls into
    /// some windows and not into others.
    Cost cost() {
      return new Cost(
          Median.of(micros), Median.of(allMicros), pages / (micros.size() * (double) WINDOW));
    }

    private void write(int events) {
      var batch = LongStream.range(next, next + events).mapToObj(submissions).toList();
      next += events;
      for (var outcome : store.engine().ingest().submitEach(Messages.WRITER, batch, null, 0)) {
        if (!(outcome instanceof Outcome.Written)) {
          throw new IllegalStateException("an event was not written: " + outcome);
        }
      }
    }
  }
}
