package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Brings the vectors of a tenant and a model some portions of the log further. Used by one thread,
/// but for what says otherwise.
final class VectorFollowing implements AutoCloseable {

  /// Entries of a portion.
  private static final int MOST = 128;

  /// After this a portion is left off, and no other is begun if it is another tenant's turn.
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// After this no portion is begun any more in a turn.
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Storage storage;
  private final SearchIndex index;
  private final int shown;

  /// What was put and not shown yet.
  private final Map<Strand, Reached> begun = new ConcurrentHashMap<>();

  /// How many entries a portion has, if it was too much for one turn before.
  private final Map<Strand, Integer> sizes = new ConcurrentHashMap<>();

  /// How far the chosen model has come in a tenant's log, be it shown or not.
  private final Map<TenantId, Looked> looked = new ConcurrentHashMap<>();

  /// @param model its name
  private record Looked(String model, LogPosition reached) {}

  private record Strand(TenantId tenant, EmbeddingModel model) {}

  /// @param shown where the generation stood: if it stands elsewhere by now, it has lost what was
  ///   put since
  /// @param documents that were put and not shown
  private record Reached(
      VectorGeneration generation, LogPosition shown, LogPosition position, int documents) {

    static Reached by(VectorGeneration generation) {
      return new Reached(generation, generation.position(), generation.position(), 0);
    }

    boolean holdsFor(VectorGeneration now) {
      return generation.equals(now) && shown.equals(now.position());
    }
  }

  /// @param shown documents after which those that were put are shown, though there is more to come
  VectorFollowing(Storage storage, SearchIndex index, int shown) {
    this.storage = storage;
    this.index = index;
    this.shown = shown;
  }

  /// Whether nothing was ever written.
  boolean isEmpty(TenantId tenant) {
    return head(tenant).equals(LogPosition.START);
  }

  private LogPosition head(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.head().position();
    }
  }

  /// Makes the vectors of some portions, until it is another tenant's turn; of the last one maybe
  /// not all, which are then found again. The next portion is smaller in that case, so that a slow
  /// model and a small budget are no reason to show nothing for long. Returns whether there is
  /// more.
  ///
  /// While the model is at a portion, the next one is read and the one before it is put: it would
  /// stand still for a tenth of the time otherwise.
  ///
  /// @param others than this tenant
  boolean follow(TenantId tenant, OpenModels.Open with, boolean isChosen, Rota.Others others)
      throws EmbeddingFailure {
    var strand = new Strand(tenant, with.model());
    var generation = index.vectors(tenant, with.model());
    var before = begun.get(strand);
    var from = before != null && before.holdsFor(generation) ? before : Reached.by(generation);
    int most = sizes.getOrDefault(strand, MOST);
    var first = VectorPortion.next(storage, tenant, from.position, most);
    note(strand, from.position, isChosen);
    if (first == null) {
      begun.remove(strand);
      sizes.remove(strand);
      publish(generation, from.position);
      return false;
    }
    long began = System.nanoTime();
    var making = begin(strand, with, first, others);
    try {
      while (true) {
        var portion = making.portion();
        var next = VectorPortion.next(storage, tenant, portion.upTo(), most);
        var documents = making.made();
        if (documents == null) {
          return true;
        }
        most = making.took() < LONG_NANOS / 2 ? Math.min(MOST, most * 2) : most;
        sizes.put(strand, most);
        boolean goesOn = next != null && !isOver(began, others);
        if (next != null && goesOn) {
          making = begin(strand, with, next, others);
        }
        from = put(strand, from, portion.upTo(), documents, next == null);
        note(strand, portion.upTo(), isChosen);
        if (!goesOn) {
          return next != null;
        }
      }
    } finally {
      making.close();
    }
  }

  private Making begin(
      Strand strand, OpenModels.Open with, VectorPortion portion, Rota.Others others) {
    sizes.put(strand, Math.max(1, portion.entries() / 2)); // unless all of them are made
    return Making.begin(
        portion, with.texts(), strand.tenant, took -> took > LONG_NANOS || others.areWaitedFor());
  }

  private static boolean isOver(long began, Rota.Others others) {
    long took = System.nanoTime() - began;
    return took > LONGEST_NANOS || (took > LONG_NANOS && others.areDue()) || others.areWaitedFor();
  }

  /// Returns how far it is then.
  private Reached put(
      Strand strand,
      Reached from,
      LogPosition upTo,
      List<VectorDocument> documents,
      boolean level) {
    begun.remove(strand); // whatever fails from now on, it begins where the generation stands
    from.generation.put(documents);
    int unseen = from.documents + documents.size();
    if (level || unseen >= shown) {
      publish(from.generation, upTo);
      return Reached.by(from.generation);
    }
    var reached = new Reached(from.generation, from.shown, upTo, unseen);
    begun.put(strand, reached);
    return reached;
  }

  private void note(Strand strand, LogPosition reached, boolean isChosen) {
    if (isChosen) {
      looked.put(strand.tenant, new Looked(strand.model.name(), reached));
    }
  }

  /// Looks how far a model has come that is chosen and may not be ready. Returns whether that was
  /// not known.
  boolean look(TenantId tenant, String name) {
    var known = looked.get(tenant);
    if (known != null && known.model.equals(name)) {
      return false;
    }
    var reached =
        index.models(tenant).stream()
            .filter(model -> model.name().equals(name))
            .map(model -> index.vectors(tenant, model).position())
            .max(Comparator.naturalOrder())
            .orElse(LogPosition.START);
    looked.put(tenant, new Looked(name, reached));
    return true;
  }

  /// How far vectors have come that a model has made of a tenant's log, be they shown or not. By
  /// any thread.
  LogPosition reached(TenantId tenant, EmbeddingModel model) {
    var generation = index.vectors(tenant, model);
    var before = begun.get(new Strand(tenant, model));
    return before != null && before.holdsFor(generation) ? before.position : generation.position();
  }

  /// Whether something was put that is not shown yet. By any thread.
  boolean hasBegun(TenantId tenant, EmbeddingModel model) {
    return begun.containsKey(new Strand(tenant, model));
  }

  /// Shows what was put, since it is not known when there will be more.
  void show(TenantId tenant, EmbeddingModel model) {
    var strand = new Strand(tenant, model);
    var reached = begun.remove(strand);
    if (reached != null && reached.holdsFor(index.vectors(tenant, model))) {
      publish(reached.generation, reached.position);
    }
  }

  private static void publish(VectorGeneration generation, LogPosition position) {
    if (position.isAfter(generation.position())) {
      generation.publish(position);
    }
  }

  /// How many entries of these tenants' logs the chosen model has still before it at this moment;
  /// of a tenant that was not looked at yet, none are known. By any thread.
  ///
  /// @param name of the model
  long lag(Collection<TenantId> tenants, String name) {
    long lag = 0;
    for (var tenant : tenants) {
      var known = looked.get(tenant);
      if (known != null && known.model.equals(name)) {
        lag += Math.max(0, head(tenant).value() - known.reached.value());
      }
    }
    return lag;
  }

  /// A tenant is deleted, and is followed no more. By any thread.
  void forget(TenantId tenant) {
    looked.remove(tenant);
    begun.keySet().removeIf(strand -> strand.tenant.equals(tenant));
    sizes.keySet().removeIf(strand -> strand.tenant.equals(tenant));
  }

  /// Shows what was put, so that the next start need not put it again. When nobody follows any
  /// more.
  @Override
  public void close() {
    for (var strand : begun.keySet()) {
      show(strand.tenant, strand.model);
    }
  }
}
