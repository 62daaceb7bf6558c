package dev.quipu.lucene;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.VectorHits;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.model.log.LogPosition;
import java.util.List;
import java.util.Map;

/// A model that has made no vectors of a tenant.
enum NoVectors implements VectorSelection {
  HERE;

  @Override
  public LogPosition position() {
    return LogPosition.START;
  }

  @Override
  public long eligible() {
    return 0;
  }

  @Override
  public VectorHits nearest(Vector query, int limit) {
    return new VectorHits(List.of(), true, 0);
  }

  @Override
  public Map<IndexDocument.Key, Double> nearness(Vector query, List<Filed> documents) {
    return Map.of();
  }

  @Override
  public Map<IndexDocument.Key, List<Vector>> passages(List<Filed> documents) {
    return Map.of();
  }
}
