package dev.quipu.lucene;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.model.id.TenantId;
import java.util.Set;

/// An index whose readers leave something out. Who opened the index closes it.
record OmittingIndex(LuceneIndex index, Omitted omitted) implements SearchIndex {

  @Override
  public Generation serving(TenantId tenant) {
    return index.serving(tenant);
  }

  @Override
  public Generation begin(TenantId tenant) {
    return index.begin(tenant);
  }

  @Override
  public void serve(Generation next) {
    index.serve(next);
  }

  @Override
  public IndexView read(ReadScope scope) {
    return index.read(scope, omitted);
  }

  @Override
  public VectorGeneration vectors(TenantId tenant, EmbeddingModel model) {
    return index.vectors(tenant, model);
  }

  @Override
  public Set<EmbeddingModel> models(TenantId tenant) {
    return index.models(tenant);
  }

  @Override
  public void dropVectors(TenantId tenant, EmbeddingModel model) {
    index.dropVectors(tenant, model);
  }

  @Override
  public void drop(TenantId tenant) {
    index.drop(tenant);
  }

  @Override
  public IndexUse use() {
    return index.use();
  }

  @Override
  public void close() {}
}
