package dev.quipu.lucene;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.model.id.TenantId;
import java.util.List;

/// One filling of a tenant's index of vectors of a model.
final class LuceneVectors extends LuceneFilling<VectorDocument> implements VectorGeneration {

  private final EmbeddingModel model;

  LuceneVectors(Workshop workshop, TenantId tenant, EmbeddingModel model, Home.Place place) {
    super(workshop, tenant, new VectorLayout(model), place);
    this.model = model;
  }

  @Override
  public EmbeddingModel model() {
    return model;
  }

  @Override
  public void put(List<VectorDocument> documents) {
    for (var document : documents) {
      for (var passage : document.passages()) {
        if (passage.dimension() != model.dimension()) {
          throw new IllegalArgumentException(
              "a vector of another model: " + passage.dimension() + ", " + model.dimension());
        }
      }
    }
    super.put(documents);
  }
}
