package dev.quipu.engine.embedding;

import java.util.List;

/// A text with its vectors.
///
/// @param text in the form that was embedded ([TextHash#normal]), in which the passages have their
///   places
/// @param passages in the order of the text; none if it has no tokens
public record EmbeddedText(String text, List<EmbeddedPassage> passages) {

  public EmbeddedText {
    passages = List.copyOf(passages);
  }

  /// Those of passages that have one, in their order.
  public List<Vector> vectors() {
    return passages.stream()
        .map(EmbeddedPassage::embedded)
        .filter(Vector.class::isInstance)
        .map(Vector.class::cast)
        .toList();
  }
}
