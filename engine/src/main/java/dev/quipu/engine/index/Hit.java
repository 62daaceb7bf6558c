package dev.quipu.engine.index;

import java.util.Comparator;
import java.util.List;

/// A document that was found.
///
/// @param score by its words alone; 0 if it was not found by them
/// @param matched what gave the score, where it was asked for: see [Selection#weigh]
public record Hit(Filed filed, double score, List<Matched> matched) {

  public static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(Hit::filed, Filed.BY_ID);

  public static Hit unscored(Filed filed) {
    return new Hit(filed, 0, List.of());
  }

  public Hit {
    matched = List.copyOf(matched);
  }

  /// A word that was found in a document.
  ///
  /// @param field where
  /// @param word of the text that was looked for, as it stands there
  /// @param weight its part of the score
  public record Matched(String field, String word, double weight) {}
}
