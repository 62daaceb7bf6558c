package dev.quipu.engine.index;

import java.util.Comparator;
import java.util.List;

/// A document that was found.
///
/// @param score by its words alone; 0 if it was not found by them
public record Hit(Filed filed, double score) {

  public static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(Hit::filed, Filed.BY_ID);

  public static Hit unscored(Filed filed) {
    return new Hit(filed, 0);
  }

  /// A word that was found in a document.
  ///
  /// @param field where
  /// @param word of the text that was looked for
  /// @param weight its part of the score
  public record Matched(String field, String word, double weight) {}

  /// What stands beside a document in its session: of the same kind, nearest first.
  public record Beside(List<Filed> before, List<Filed> after) {

    public static final Beside NOBODY = new Beside(List.of(), List.of());

    public Beside {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }
  }
}
