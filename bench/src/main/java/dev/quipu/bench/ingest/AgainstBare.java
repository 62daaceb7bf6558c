package dev.quipu.bench.ingest;

import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Runs the engine and the bare loop in turns. The first rounds warm both up and do not count: both
/// are asked what they do all day, not what a compiler does in its first seconds.
///
/// @param warmUp how many events each side writes before it counts, at least one round of them
/// @param rounds that count
public record AgainstBare(Database database, int warmUp, int rounds, Progress progress) {

  /// One way of writing events into a new place, or into one of its own.
  public interface Run {

    /// Returns the time from the first event sent to the last one answered, and the groups.
    Written write(Place place) throws IOException, InterruptedException;
  }

  /// What was written, and where.
  ///
  /// @param cpuNanos of the process that wrote
  public record Written(
      Place place, TenantId tenant, long nanos, long cpuNanos, List<Integer> groups) {

    int events() {
      return groups.stream().mapToInt(Integer::intValue).sum();
    }
  }

  /// What came of it.
  ///
  /// @param cpu times the bare loop's CPU time, which neighbours cannot change
  /// @param share of the bare loop's throughput that the engine reaches
  public record Result(
      double share, double cpu, double perSecond, double rowsPerEvent, double meanGroup) {}

  public Result measure(String what, Run run)
      throws IOException, InterruptedException, SQLException {
    var shares = new ArrayList<Double>();
    var cpus = new ArrayList<Double>();
    var rates = new ArrayList<Double>();
    double rowsPerEvent = 0;
    double meanGroup = 0;
    int warm = 0;
    for (int round = 0; round < rounds; ) {
      boolean counts = warm > 0 && warm >= warmUp;
      if (counts) {
        progress.say(what + ", round", round, rounds);
      } else {
        progress.say(what + ", warming up", warm, warmUp);
      }
      try (var place = database.newPlace()) {
        database.settle();
        var ours = run.write(place);
        var rows = ours.place().rows(ours.tenant());
        long bare;
        long bareCpu;
        try (var loop = place.bare(rows)) {
          database.settle();
          bareCpu = Cpu.ofThisProcess();
          bare = loop.run(ours.groups());
          bareCpu = Cpu.ofThisProcess() - bareCpu;
        }
        if (counts) {
          cpus.add((double) ours.cpuNanos() / bareCpu);
          shares.add((double) bare / ours.nanos());
          rates.add(ours.events() * 1e9 / ours.nanos());
          round++;
        } else {
          warm += ours.events();
        }
        rowsPerEvent = (double) rows.rows() / ours.events();
        meanGroup = (double) ours.events() / ours.groups().size();
      }
    }
    return new Result(
        Median.of(shares), Median.of(cpus), Median.of(rates), rowsPerEvent, meanGroup);
  }
}
