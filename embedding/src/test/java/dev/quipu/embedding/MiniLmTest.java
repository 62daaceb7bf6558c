package dev.quipu.embedding;

import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.testkit.embedding.EmbedderContract;

final class MiniLmTest implements EmbedderContract {

  @Override
  public Embedder openEmbedder() throws EmbeddingFailure {
    return OnnxEmbedderTest.open(LocalModel.MINILM);
  }
}
