package dev.quipu.engine.embedding;

import static java.util.Comparator.comparing;

import java.util.Comparator;

/// How much is kept of one model.
///
/// @param vectors how many texts have one
/// @param refused how many have none and never will
public record KeptVectors(EmbeddingModel model, long vectors, long refused) {

  public static final Comparator<KeptVectors> BY_NAME =
      comparing(KeptVectors::model, EmbeddingModel.BY_NAME);

  /// What the numbers alone take.
  public long bytes() {
    return vectors * model.dimension() * Float.BYTES;
  }

  /// Both together, of one model.
  public KeptVectors plus(KeptVectors other) {
    if (!model.equals(other.model)) {
      throw new IllegalArgumentException("of two models: " + model + ", " + other.model);
    }
    return new KeptVectors(model, vectors + other.vectors, refused + other.refused);
  }
}
