package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Something that may be an answer, with what speaks for it.
///
/// @param score what it is ranked by
/// @param parts of the score, by name
record Candidate(Filed filed, double score, Map<String, Double> parts) {

  static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble(Candidate::score)
          .reversed()
          .thenComparing(Candidate::filed, Filed.BY_ID);

  Candidate {
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /// The same at the height of another that it is put above.
  ///
  /// @param why it is
  Candidate raisedTo(Candidate other, String why) {
    var raised = new LinkedHashMap<>(parts);
    raised.put(why, other.score);
    return new Candidate(filed, Math.max(score, other.score), raised);
  }
}
