package dev.quipu.testkit.index;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorHits;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.model.log.LogPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Documents with vectors that pass.
record ScanVectorSelection(EmbeddingModel model, LogPosition position, List<VectorDocument> passing)
    implements VectorSelection {

  @Override
  public long eligible() {
    return passing.size();
  }

  @Override
  public VectorHits nearest(Vector query, int limit) {
    requireOfModel(query);
    var hits =
        passing.stream()
            .map(document -> near(query, document))
            .sorted(Near.NEAREST_FIRST)
            .limit(Math.max(0, limit))
            .toList();
    long pages = passing.stream().mapToLong(document -> document.passages().size()).sum();
    return new VectorHits(hits, true, limit > 0 ? pages : 0);
  }

  @Override
  public Map<IndexDocument.Key, Double> nearness(Vector query, List<Filed> documents) {
    requireOfModel(query);
    var nearness = new HashMap<IndexDocument.Key, Double>();
    for (var document : passing) {
      if (documents.stream().anyMatch(asked -> asked.key().equals(document.key()))) {
        nearness.put(document.key(), near(query, document).cosine());
      }
    }
    return nearness;
  }

  @Override
  public Map<IndexDocument.Key, List<Vector>> passages(List<Filed> documents) {
    return passing.stream()
        .filter(document -> documents.stream().anyMatch(one -> one.key().equals(document.key())))
        .collect(Collectors.toMap(VectorDocument::key, VectorDocument::passages));
  }

  private void requireOfModel(Vector query) {
    if (query.dimension() != model.dimension()) {
      throw new IllegalArgumentException("a vector of another model");
    }
  }

  private static Near near(Vector query, VectorDocument document) {
    double nearest = document.passages().stream().mapToDouble(query::cosine).max().orElseThrow();
    return new Near(document.filed(), nearest);
  }
}
