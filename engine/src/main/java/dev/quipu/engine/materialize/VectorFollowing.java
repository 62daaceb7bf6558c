package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Brings the vectors of a tenant and a model a portion of the log further. Used by one thread, but
/// for what says otherwise.
final class VectorFollowing implements AutoCloseable {

  /// Entries of a portion.
  private static final int MOST = 64;

  /// Bytes of payloads.
  private static final long HEAVY = 128 << 10;

  /// After this a turn is over.
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Storage storage;
  private final SearchIndex index;
  private final int shown;
  private final BooleanSupplier isWaitedForElsewhere;

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
  /// @param isWaitedForElsewhere whether somebody waits for another tenant than the one at hand
  VectorFollowing(
      Storage storage, SearchIndex index, int shown, BooleanSupplier isWaitedForElsewhere) {
    this.storage = storage;
    this.index = index;
    this.shown = shown;
    this.isWaitedForElsewhere = isWaitedForElsewhere;
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

  /// Makes the vectors of one portion, or some of them: after a second, or when somebody waits for
  /// another tenant, it is that one's turn, and what was made is found again. The next portion is
  /// smaller then, so that a slow model and a small budget are no reason to show nothing for long.
  /// Returns whether there is more.
  boolean follow(TenantId tenant, OpenModels.Open with, boolean isChosen) throws EmbeddingFailure {
    var strand = new Strand(tenant, with.model());
    var generation = index.vectors(tenant, with.model());
    var before = begun.get(strand);
    var from = before != null && before.holdsFor(generation) ? before : Reached.by(generation);
    int most = sizes.getOrDefault(strand, MOST);
    var next = next(tenant, from.position, most);
    var portion = next.portion;
    if (portion == null) {
      begun.remove(strand);
      sizes.remove(strand);
      publish(generation, next.head);
      note(strand, next.head, isChosen);
      return false;
    }
    note(strand, from.position, isChosen);
    sizes.put(strand, Math.max(1, next.entries / 2)); // unless all of them are made
    long began = System.nanoTime();
    var documents =
        portion.with(
            with.texts(),
            tenant,
            () -> System.nanoTime() - began > LONG_NANOS || isWaitedForElsewhere.getAsBoolean());
    if (documents == null) {
      return true;
    }
    sizes.put(strand, Math.min(MOST, most * 2));
    begun.remove(strand); // whatever fails from now on, it begins where the generation stands
    generation.put(documents);
    int unseen = from.documents + documents.size();
    boolean level = portion.upTo().equals(next.head);
    if (level || unseen >= shown) {
      publish(generation, portion.upTo());
    } else {
      begun.put(strand, new Reached(generation, from.shown, portion.upTo(), unseen));
    }
    note(strand, portion.upTo(), isChosen);
    return !level;
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

  /// @param portion null if there is nothing behind the position
  /// @param entries of the portion
  private record Next(LogPosition head, @Nullable VectorPortion portion, int entries) {}

  /// Not while vectors are being made: that would keep a moment of the store for seconds.
  private Next next(TenantId tenant, LogPosition after, int most) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var head = snapshot.head().position();
      var lines = light(snapshot.log(after, most));
      var portion = lines.isEmpty() ? null : VectorPortion.of(snapshot, after, lines);
      return new Next(head, portion, lines.size());
    }
  }

  /// So that what is read and not used in this turn is little.
  private static List<LogLine> light(List<LogLine> lines) {
    long weight = 0;
    for (int i = 0; i < lines.size(); i++) {
      weight += lines.get(i) instanceof LogEntry entry ? entry.content().payload().length : 0;
      if (weight > HEAVY) {
        return lines.subList(0, Math.max(1, i));
      }
    }
    return lines;
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
