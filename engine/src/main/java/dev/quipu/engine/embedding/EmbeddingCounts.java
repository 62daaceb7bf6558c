package dev.quipu.engine.embedding;

/// How passages came by their vectors since the start. A passage that occurs several times in a
/// call is one.
///
/// @param found those that were kept from before, with a vector or without
/// @param embedded those that the model was asked about, and that have a vector
/// @param refused those that the model was asked about, and that have none
public record EmbeddingCounts(long found, long embedded, long refused) {

  public EmbeddingCounts plus(EmbeddingCounts other) {
    return new EmbeddingCounts(
        found + other.found, embedded + other.embedded, refused + other.refused);
  }
}
