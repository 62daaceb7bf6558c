package dev.quipu.bench.vectors;

import dev.quipu.engine.embedding.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Filters that let pass a share of the vectors, whichever they are, from all to one in ten
/// thousand.
final class Shares {

  private static final Map<String, Double> SHARES = new LinkedHashMap<>();

  static {
    SHARES.put("100 %", 1.0);
    SHARES.put("50 %", 0.5);
    SHARES.put("10 %", 0.1);
    SHARES.put("1 %", 0.01);
    SHARES.put("0.1 %", 0.001);
    SHARES.put("0.01 %", 0.0001);
  }

  private Shares() {}

  /// The set with labels for them, and with questions whose truth is worked out here.
  static VectorSet addedTo(VectorSet set, int questions) {
    int count = set.vectors().size();
    var order = IntStream.range(0, count).boxed().collect(Collectors.toList());
    Collections.shuffle(order, new Random(7));
    var labels = new ArrayList<>(set.labels());
    var asked = new ArrayList<>(set.asked());
    for (var share : SHARES.entrySet()) {
      var chosen = order.subList(0, (int) Math.ceil(count * share.getValue()));
      for (int i : chosen) {
        var label = labels.get(i);
        var tags = new TreeSet<>(label.tags());
        tags.add(share.getKey());
        labels.set(i, new VectorSet.Label(label.session(), label.time(), tags));
      }
      for (int q = 0; q < Math.min(questions, set.queries().size()); q++) {
        asked.add(
            new VectorSet.Asked(
                q,
                share.getKey(),
                List.of(VectorSet.tag(share.getKey())),
                nearest(set.queries().get(q), set.vectors(), chosen)));
      }
    }
    return new VectorSet(set.vectors(), labels, set.queries(), asked);
  }

  private static List<Integer> nearest(Vector query, List<Vector> vectors, List<Integer> among) {
    record Scored(int number, double cosine) {}
    return among.stream()
        .map(number -> new Scored(number, query.cosine(vectors.get(number))))
        .sorted(Comparator.comparingDouble(Scored::cosine).reversed())
        .limit(VectorsBench.WANTED)
        .map(Scored::number)
        .toList();
  }
}
