package dev.quipu.engine.query;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/// What a question means to a model.
sealed interface Sense {

  /// What is near to this is looked for.
  ///
  /// @param known what share of the question the model understands
  /// @param upTo the position up to which vectors are looked at; null = as far as they have come
  record Sought(EmbeddingModel model, Vector vector, double known, @Nullable LogPosition upTo)
      implements Sense {}

  /// Words alone answer.
  record Absent(VectorUse why) implements Sense {}
}
