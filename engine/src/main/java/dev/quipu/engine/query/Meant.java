package dev.quipu.engine.query;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.model.log.LogPosition;

/// What a question means, and the vectors that it is held against.
///
/// @param known what share of the question the model understands
/// @param vectors what passes the question's filters
/// @param upTo the position at which they are looked at
/// @param isBehind whether words know more
record Meant(
    EmbeddingModel model,
    Vector vector,
    double known,
    VectorSelection vectors,
    LogPosition upTo,
    boolean isBehind) {

  VectorsPin pin() {
    return VectorsPin.By.of(model, upTo, vector);
  }
}
