package dev.quipu.engine.index;

import java.util.List;

/// A document that was found.
///
/// @param score by its words alone; 0 if it was not found by them
/// @param matched what gave the score
public record Hit(Filed filed, double score, List<Matched> matched) {

  public Hit {
    matched = List.copyOf(matched);
  }

  /// A word that was found in a document.
  ///
  /// @param field where
  /// @param weight its part of the score
  public record Matched(String field, String word, double weight) {}
}
