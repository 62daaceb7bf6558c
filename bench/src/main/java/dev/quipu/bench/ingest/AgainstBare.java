package dev.quipu.bench.ingest;

import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Runs the engine and the bare loop in turns. The first round warms both up and does not count.
final class AgainstBare {

  /// One way of writing events into a new folder.
  interface Run {

    /// Returns the time from the first event sent to the last one answered, and the groups.
    Written write(Path folder) throws IOException, InterruptedException;
  }

  record Written(long nanos, List<Integer> groups) {

    int events() {
      return groups.stream().mapToInt(Integer::intValue).sum();
    }
  }

  /// What came of it.
  ///
  /// @param share of the bare loop's throughput that the engine reaches
  record Result(double share, double perSecond, double rowsPerEvent, double meanGroup) {}

  private AgainstBare() {}

  static Result measure(String what, int rounds, Run run, Progress progress)
      throws IOException, InterruptedException, SQLException {
    var shares = new ArrayList<Double>();
    var rates = new ArrayList<Double>();
    double rowsPerEvent = 0;
    double meanGroup = 0;
    for (int round = 0; round <= rounds; round++) {
      progress.say(what + ", round", round, rounds);
      try (var scratch = Scratch.open()) {
        var ours = run.write(scratch.resolve("data"));
        var rows = RecordedRows.read(scratch.resolve("data"));
        long bare;
        try (var loop = BareLoop.open(scratch.resolve("bare.db"), rows)) {
          bare = loop.run(ours.groups());
        }
        if (round > 0) {
          shares.add((double) bare / ours.nanos());
          rates.add(ours.events() * 1e9 / ours.nanos());
        }
        rowsPerEvent = (double) rows.rows() / ours.events();
        meanGroup = (double) ours.events() / ours.groups().size();
      }
    }
    return new Result(Median.of(shares), Median.of(rates), rowsPerEvent, meanGroup);
  }
}
