package dev.quipu.engine.query;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.query.Evidence.Found;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How alike the objects of an answer are, two by two, from 0 to 1: by their vectors where both
/// have one, else by their words.
///
/// Cosines of one model hardly fall below 0.5, those of another go down to 0; so they are counted
/// from the lowest between any two of the answer.
final class Likeness {

  private final List<Found> objects;
  private final Map<IndexDocument.Key, Vector> vectors;
  private final double lowest;
  private final Map<Integer, Set<String>> words = new HashMap<>();

  private Likeness(List<Found> objects, Map<IndexDocument.Key, Vector> vectors) {
    this.objects = objects;
    this.vectors = vectors;
    this.lowest = lowest(List.copyOf(vectors.values()));
  }

  /// @param meant null = words alone tell
  static Likeness of(List<Found> objects, @Nullable Meant meant) {
    var vectors = new HashMap<IndexDocument.Key, Vector>();
    if (meant != null) {
      meant
          .vectors()
          .passages(objects.stream().map(Found::filed).toList())
          .forEach((key, passages) -> vectors.put(key, Vector.mean(passages)));
    }
    return new Likeness(objects, vectors);
  }

  private static double lowest(List<Vector> vectors) {
    double lowest = 1;
    for (int i = 1; i < vectors.size(); i++) {
      for (int j = 0; j < i; j++) {
        lowest = Math.min(lowest, vectors.get(i).cosine(vectors.get(j)));
      }
    }
    return lowest;
  }

  /// By their places in the answer.
  double between(int one, int two) {
    var here = vectors.get(objects.get(one).filed().key());
    var there = vectors.get(objects.get(two).filed().key());
    if (here == null || there == null) {
      return Saying.overlap(words(one), words(two));
    }
    return lowest < 1 ? Math.max(0, (here.cosine(there) - lowest) / (1 - lowest)) : 0;
  }

  private Set<String> words(int place) {
    return words.computeIfAbsent(
        place, _ -> Saying.of(Wording.of(objects.get(place).node())).beginnings());
  }
}
