package dev.quipu.testkit.embedding;

import dev.quipu.engine.embedding.Embedder;

final class WordEmbedderTest implements EmbedderContract {

  @Override
  public Embedder openEmbedder() {
    return WordEmbedder.open("words", 256, 32);
  }
}
