package dev.quipu.bench.retrieval;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Means of measures, by category and over all.
final class ScoreTable {

  private static final String ALL = "all";

  private final Map<String, List<Map<String, Double>>> rows = new TreeMap<>();
  private final List<Map<String, Double>> all = new ArrayList<>();
  private final Set<String> measures = new LinkedHashSet<>();

  void add(String category, Map<String, Double> scores) {
    rows.computeIfAbsent(category, _ -> new ArrayList<>()).add(scores);
    all.add(scores);
    measures.addAll(scores.keySet());
  }

  /// The means over everything.
  Map<String, Double> overall() {
    var means = new LinkedHashMap<String, Double>();
    measures.forEach(measure -> means.put(measure, mean(all, measure)));
    return means;
  }

  void print(PrintStream out) {
    var head = new StringBuilder("%-28s %5s".formatted("category", "n"));
    measures.forEach(measure -> head.append(" %13s".formatted(measure)));
    out.println(head);
    rows.forEach((category, scores) -> line(category, scores, out));
    line(ALL, all, out);
  }

  private void line(String name, List<Map<String, Double>> scores, PrintStream out) {
    var line = new StringBuilder("%-28s %5d".formatted(name, scores.size()));
    for (var measure : measures) {
      double mean = mean(scores, measure);
      line.append(
          Double.isNaN(mean) ? " %13s".formatted("") : String.format(Locale.ROOT, " %13.4f", mean));
    }
    out.println(line);
  }

  private static double mean(List<Map<String, Double>> scores, String measure) {
    return scores.stream()
        .filter(each -> each.containsKey(measure))
        .mapToDouble(each -> each.get(measure))
        .average()
        .orElse(Double.NaN);
  }
}
