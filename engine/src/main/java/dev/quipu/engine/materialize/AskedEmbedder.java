package dev.quipu.engine.materialize;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import java.util.List;

/// An embedder whose documents need not be waited for ([Asking]).
record AskedEmbedder(Embedder embedder, Asking asking) implements Embedder {

  @Override
  public EmbeddingModel model() {
    return embedder.model();
  }

  @Override
  public int tokens(String text) {
    return embedder.tokens(text);
  }

  @Override
  public List<Embedded> documents(List<String> texts) throws EmbeddingFailure {
    return asking.call(() -> embedder.documents(texts), _ -> {});
  }

  @Override
  public Embedded query(String text) throws EmbeddingFailure {
    return embedder.query(text);
  }

  @Override
  public void close() {
    embedder.close();
  }
}
