package dev.quipu.engine.index;

import dev.quipu.engine.embedding.EmbeddingModel;

/// The vectors of a tenant that one model has made. They stand at a position of their own, behind
/// that of the words or not.
public interface VectorGeneration extends Filling<VectorDocument> {

  EmbeddingModel model();
}
