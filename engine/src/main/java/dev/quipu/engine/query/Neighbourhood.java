package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.query.Ranker.Lender;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The best by words and by meaning, and those that stand beside them in their conversations, each
/// once, and who stands beside whom.
final class Neighbourhood {

  private final List<Filed> documents = new ArrayList<>();
  private final List<List<Lender>> beside = new ArrayList<>();
  private final Map<IndexDocument.Key, Integer> places = new HashMap<>();
  private final int best;

  private Neighbourhood(List<Filed> best) {
    best.forEach(this::place);
    this.best = documents.size();
  }

  /// @param best some may be there twice
  static Neighbourhood of(Selection selection, List<Filed> best) {
    var all = new Neighbourhood(best);
    var documents = List.copyOf(all.documents);
    var around = selection.beside(documents, Ranker.AROUND);
    for (int i = 0; i < documents.size(); i++) {
      all.join(i, around.get(i).before());
      all.join(i, around.get(i).after());
    }
    return all;
  }

  /// The best first, in their order.
  List<Filed> documents() {
    return documents;
  }

  /// How many are there because they stand beside one of the best.
  int added() {
    return documents.size() - best;
  }

  /// For each of the documents.
  List<List<Lender>> beside() {
    return beside;
  }

  private int place(Filed document) {
    var known = places.putIfAbsent(document.key(), documents.size());
    if (known != null) {
      return known;
    }
    documents.add(document);
    beside.add(new ArrayList<>(2 * Ranker.AROUND));
    return documents.size() - 1;
  }

  /// @param side nearest first
  private void join(int place, List<Filed> side) {
    for (int distance = 1; distance <= side.size(); distance++) {
      int other = place(side.get(distance - 1));
      beside.get(place).add(new Lender(other, distance));
      beside.get(other).add(new Lender(place, distance));
    }
  }
}
