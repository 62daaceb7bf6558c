package dev.quipu.testkit.memory;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.model.id.TenantId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The oracle of [VectorStore]: a map of maps.
public final class InMemoryVectorStore implements VectorStore {

  private final Shelves shelves;

  private InMemoryVectorStore(Shelves shelves) {
    this.shelves = shelves;
  }

  /// What outlives a store, so that opening another on it is a restart.
  public static final class Shelves {

    private final Map<Shelf, Map<TextHash, Embedded>> kept = new HashMap<>();
    private String logId = "";

    private record Shelf(TenantId tenant, EmbeddingModel model) {}

    Map<TextHash, Embedded> of(TenantId tenant, EmbeddingModel model) {
      return kept.computeIfAbsent(new Shelf(tenant, model), _ -> new HashMap<>());
    }
  }

  /// An empty one.
  public static InMemoryVectorStore open() {
    return open(new Shelves(), "log");
  }

  /// One on what another has left.
  ///
  /// @param logId of the log that it follows: what was made from another counts as absent
  public static InMemoryVectorStore open(Shelves shelves, String logId) {
    synchronized (shelves) {
      if (!shelves.logId.equals(logId)) {
        shelves.kept.clear();
        shelves.logId = logId;
      }
    }
    return new InMemoryVectorStore(shelves);
  }

  @Override
  public Map<TextHash, Embedded> find(
      TenantId tenant, EmbeddingModel model, Collection<TextHash> texts) {
    synchronized (shelves) {
      var kept = shelves.of(tenant, model);
      var found = new HashMap<TextHash, Embedded>();
      for (var text : texts) {
        var embedded = kept.get(text);
        if (embedded != null) {
          found.put(text, embedded);
        }
      }
      return found;
    }
  }

  @Override
  public void put(TenantId tenant, EmbeddingModel model, Map<TextHash, Embedded> embedded) {
    synchronized (shelves) {
      for (var entry : embedded.entrySet()) {
        if (entry.getValue() instanceof Vector vector && vector.dimension() != model.dimension()) {
          throw new IllegalArgumentException("not a vector of " + model + ": " + vector);
        }
        shelves.of(tenant, model).putIfAbsent(entry.getKey(), entry.getValue());
      }
    }
  }

  @Override
  public void drop(TenantId tenant, EmbeddingModel model) {
    synchronized (shelves) {
      shelves.kept.remove(new Shelves.Shelf(tenant, model));
    }
  }

  @Override
  public void drop(TenantId tenant) {
    synchronized (shelves) {
      shelves.kept.keySet().removeIf(shelf -> shelf.tenant.equals(tenant));
    }
  }

  @Override
  public List<KeptVectors> kept(TenantId tenant) {
    return kept(shelf -> shelf.tenant.equals(tenant));
  }

  @Override
  public List<KeptVectors> kept() {
    return kept(_ -> true);
  }

  private List<KeptVectors> kept(Predicate<Shelves.Shelf> which) {
    synchronized (shelves) {
      return shelves.kept.entrySet().stream()
          .filter(entry -> which.test(entry.getKey()) && !entry.getValue().isEmpty())
          .map(entry -> counted(entry.getKey().model, entry.getValue()))
          .collect(Collectors.toMap(KeptVectors::model, kept -> kept, KeptVectors::plus))
          .values()
          .stream()
          .sorted(KeptVectors.BY_NAME)
          .toList();
    }
  }

  private static KeptVectors counted(EmbeddingModel model, Map<TextHash, Embedded> kept) {
    long vectors = kept.values().stream().filter(Vector.class::isInstance).count();
    return new KeptVectors(model, vectors, kept.size() - vectors);
  }

  @Override
  public void close() {}
}
