package dev.quipu.bench.query;

import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import java.util.ArrayList;
import java.util.List;

/// Several ways of asking, each run in turn with the others, so that a neighbour's load falls on
/// all.
///
/// @param ways for each, what came of every round that counts
record Runs(List<List<Crowd.Run>> ways) {

  interface Measure {
    double of(Crowd.Run run);
  }

  /// @param warmUp answers of each way that do not count
  static Runs of(
      Crowd crowd,
      List<Crowd.Asking> ways,
      int warmUp,
      int rounds,
      long millis,
      Progress progress,
      String what)
      throws InterruptedException {
    for (var way : ways) {
      for (int answers = 0; answers < warmUp; ) {
        progress.say(what + ", warming up", answers, warmUp);
        answers += crowd.run(way, millis).answers();
      }
    }
    var runs = new ArrayList<List<Crowd.Run>>();
    ways.forEach(_ -> runs.add(new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      progress.say(what + ", round", round, rounds);
      for (int way = 0; way < ways.size(); way++) {
        runs.get(way).add(crowd.run(ways.get(way), millis));
      }
    }
    return new Runs(runs);
  }

  double median(int way, Measure measure) {
    return Median.of(ways.get(way).stream().map(measure::of).toList());
  }

  /// The median over the rounds of one way's figure by another's.
  double ratio(int way, int by, Measure measure) {
    var ratios = new ArrayList<Double>();
    for (int round = 0; round < ways.get(way).size(); round++) {
      ratios.add(measure.of(ways.get(way).get(round)) / measure.of(ways.get(by).get(round)));
    }
    return Median.of(ratios);
  }
}
