package dev.quipu.testkit.index;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.FiledDocument;
import dev.quipu.engine.index.Filling;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Documents in a list.
///
/// @param <D> their kind
abstract sealed class ScanFilling<D extends FiledDocument> implements Filling<D> {

  private final TenantId tenant;
  private final Map<IndexDocument.Key, D> put = new LinkedHashMap<>();
  private Shown<D> shown = new Shown<>(LogPosition.START, List.of());
  private boolean dropped;

  private ScanFilling(TenantId tenant) {
    this.tenant = tenant;
  }

  /// What was published.
  ///
  /// @param <D> their kind
  record Shown<D>(LogPosition position, List<D> documents) {}

  abstract boolean isKept(D document);

  @Override
  public TenantId tenant() {
    return tenant;
  }

  @Override
  public synchronized LogPosition position() {
    return shown.position;
  }

  @Override
  public synchronized void put(List<D> documents) {
    requireThere();
    for (var document : documents) {
      put.remove(document.key());
      if (isKept(document)) {
        put.put(document.key(), document);
      }
    }
  }

  @Override
  public synchronized void remove(Collection<ObjectRef> refs) {
    requireThere();
    var gone = Set.copyOf(refs);
    put.keySet().removeIf(key -> gone.contains(key.ref()));
  }

  @Override
  public synchronized void publish(LogPosition next) {
    requireThere();
    shown = new Shown<>(next, List.copyOf(put.values()));
  }

  private void requireThere() {
    if (dropped) {
      throw new Unavailable("index.rebuilding", "It has been dropped.", Duration.ZERO);
    }
  }

  synchronized void drop() {
    dropped = true;
    shown = new Shown<>(LogPosition.START, List.of());
  }

  synchronized Shown<D> shown() {
    return shown;
  }

  /// With words.
  static final class Words extends ScanFilling<IndexDocument> implements Generation {

    private final int number;

    Words(TenantId tenant, int number) {
      super(tenant);
      this.number = number;
    }

    @Override
    public int number() {
      return number;
    }

    @Override
    boolean isKept(IndexDocument document) {
      return document.envelope().indexed();
    }
  }

  /// With vectors.
  static final class Vectors extends ScanFilling<VectorDocument> implements VectorGeneration {

    private final EmbeddingModel model;

    Vectors(TenantId tenant, EmbeddingModel model) {
      super(tenant);
      this.model = model;
    }

    @Override
    public EmbeddingModel model() {
      return model;
    }

    @Override
    public synchronized void put(List<VectorDocument> documents) {
      for (var document : documents) {
        for (var passage : document.passages()) {
          if (passage.dimension() != model.dimension()) {
            throw new IllegalArgumentException("a vector of another model");
          }
        }
      }
      super.put(documents);
    }

    @Override
    boolean isKept(VectorDocument document) {
      return document.envelope().indexed() && !document.passages().isEmpty();
    }
  }
}
