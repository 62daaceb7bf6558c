package dev.quipu.bench.report;

import java.util.List;

/// The middle of what was measured: on a shared machine a mean tells more about the neighbours.
public final class Median {

  private Median() {}

  public static double of(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    var sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
