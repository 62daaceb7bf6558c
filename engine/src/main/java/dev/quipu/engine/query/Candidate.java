package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Something that may be an answer, with what speaks for it.
///
/// @param score what it is ranked by
/// @param parts of the score
record Candidate(Filed filed, double score, Parts parts) {

  /// The parts of a score, by name. Put together when somebody looks: most candidates go nowhere.
  interface Parts {

    Parts NONE = Map::of;

    Map<String, Double> named();

    /// With one more.
    default Parts and(String name, double value) {
      return () -> {
        var all = new LinkedHashMap<>(named());
        all.put(name, value);
        return all;
      };
    }

    static Parts of(String name, double value) {
      return () -> Map.of(name, value);
    }
  }

  static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble(Candidate::score)
          .reversed()
          .thenComparing(Candidate::filed, Filed.BY_ID);

  /// The same at the height of another that it is put above.
  ///
  /// @param why it is
  Candidate raisedTo(Candidate other, String why) {
    return new Candidate(filed, Math.max(score, other.score), parts.and(why, other.score));
  }
}
