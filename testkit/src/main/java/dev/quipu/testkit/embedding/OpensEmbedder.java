package dev.quipu.testkit.embedding;

import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;

/// How the tests of a contract come by what they test.
public interface OpensEmbedder {

  /// Opens the embedder under test; always with the same model.
  Embedder openEmbedder() throws EmbeddingFailure;
}
