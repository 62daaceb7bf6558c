package dev.quipu.engine.query;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.VectorHits;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.model.log.LogPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Documents whose cosines are given, whatever is asked.
record ListedVectors(List<Near> near) implements VectorSelection {

  static final Vector QUESTION = Vector.towards(new float[] {1, 0});

  @Override
  public LogPosition position() {
    return new LogPosition(1_000);
  }

  @Override
  public long eligible() {
    return near.size();
  }

  @Override
  public VectorHits nearest(Vector query, int limit) {
    var hits = near.stream().sorted(Near.NEAREST_FIRST).limit(limit).toList();
    return new VectorHits(hits, true, near.size());
  }

  @Override
  public Map<IndexDocument.Key, Double> nearness(Vector query, List<Filed> documents) {
    var found = new HashMap<IndexDocument.Key, Double>();
    near.stream()
        .filter(each -> documents.contains(each.filed()))
        .forEach(each -> found.put(each.filed().key(), each.cosine()));
    return found;
  }

  @Override
  public Map<IndexDocument.Key, List<Vector>> passages(List<Filed> documents) {
    var found = new HashMap<IndexDocument.Key, List<Vector>>();
    nearness(QUESTION, documents)
        .forEach(
            (key, cosine) -> {
              var numbers =
                  new float[] {cosine.floatValue(), (float) Math.sqrt(1 - cosine * cosine)};
              found.put(key, List.of(Vector.towards(numbers)));
            });
    return found;
  }
}
