package dev.quipu.bench.retrieval;

import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A question and what is known to answer it: a line of `queries.jsonl`.
record Asked(JsonObject line) {

  private static final int[] DEPTHS = {1, 5, 10, 20};
  private static final int DISCOUNTED = 10;

  String id() {
    return String.valueOf(line.text("qid"));
  }

  String text() {
    return String.valueOf(line.text("question"));
  }

  String conversation() {
    return String.valueOf(line.text("conversation"));
  }

  String category() {
    return String.valueOf(line.text("category_name"));
  }

  /// A question that nothing answers is not scored.
  boolean isScored() {
    return !ids("gold").isEmpty();
  }

  /// The measures of an answer, by name, computed as `retrieval_eval.py` does.
  Map<String, Double> score(List<String> ranked) {
    var gold = ids("gold");
    var scores = new LinkedHashMap<String, Double>();
    for (int depth : DEPTHS) {
      var top = new TreeSet<>(ranked.subList(0, Math.min(depth, ranked.size())));
      top.retainAll(gold);
      scores.put("recall@" + depth, (double) top.size() / gold.size());
    }
    double first = 0;
    double gained = 0;
    for (int i = 0; i < ranked.size(); i++) {
      if (gold.contains(ranked.get(i))) {
        first = first == 0 ? 1.0 / (i + 1) : first;
        gained += i < DISCOUNTED ? grade(ranked.get(i)) / log2(i + 2) : 0;
      }
    }
    scores.put("mrr", first);
    var grades = new ArrayList<>(gold.stream().map(this::grade).toList());
    grades.sort(Collections.reverseOrder());
    double ideal = 0;
    for (int i = 0; i < Math.min(DISCOUNTED, grades.size()); i++) {
      ideal += grades.get(i) / log2(i + 2);
    }
    scores.put("ndcg@10", gained / ideal);
    var current = ids("gold_current");
    var stale = ids("gold_stale");
    if (!current.isEmpty() && !stale.isEmpty() && Collections.disjoint(current, stale)) {
      scores.put("current first", rank(ranked, current) < rank(ranked, stale) ? 1.0 : 0.0);
    }
    return scores;
  }

  private static int rank(List<String> ranked, Set<String> wanted) {
    for (int i = 0; i < ranked.size(); i++) {
      if (wanted.contains(ranked.get(i))) {
        return i;
      }
    }
    return Integer.MAX_VALUE;
  }

  private double grade(String id) {
    var grades = line.object("grades");
    return grades != null && grades.get(id) instanceof JsonNumber grade ? grade.value() : 1;
  }

  private Set<String> ids(String member) {
    var ids = new TreeSet<String>();
    if (line.get(member) instanceof JsonArray(var items)) {
      for (var item : items) {
        if (item instanceof JsonString(var id)) {
          ids.add(id);
        }
      }
    }
    return ids;
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }
}
