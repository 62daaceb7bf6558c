package dev.quipu.testkit.memory;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.embedding.VectorStoreContract;

final class InMemoryVectorStoreTest implements VectorStoreContract {

  private final InMemoryVectorStore.Shelves shelves = new InMemoryVectorStore.Shelves();

  @Override
  public VectorStore openVectors(String logId) {
    return InMemoryVectorStore.open(shelves, logId);
  }

  /// Memory is not damaged; what stands for it is that it is gone.
  @Override
  public void damage(TenantId tenant, EmbeddingModel model, TextHash text) {
    shelves.of(tenant, model).remove(text);
  }
}
