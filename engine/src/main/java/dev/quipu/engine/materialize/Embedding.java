package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.embedding.EmbeddingCounts;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Meanings;
import dev.quipu.engine.embedding.Models;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Lets vectors follow the log, behind the words and on a thread of their own, tenant by tenant.
///
/// The vectors of the chosen model answer. After another was chosen, those of the model before go
/// on following and answering until the new ones have come as far, tenant by tenant; then they stay
/// where they are, so that choosing the model before again costs no more than what was written
/// since. Of still older ones nothing is kept. Thread-safe.
public final class Embedding implements Meanings, AutoCloseable {

  /// Documents after which what was put is shown, though there is more to come.
  private static final int SHOWN_AFTER = 2_000;

  private static final Duration RESUMED_AFTER = Duration.ofSeconds(1);

  private final Storage storage;
  private final SearchIndex index;
  private final VectorStore vectors;
  private final Models models;
  private final OpenModels open;
  private final Questions questions;
  private final Rota rota;

  private volatile @Nullable String chosen;

  /// Which model answers for a tenant, as far as that has been looked at.
  private final Map<TenantId, EmbeddingModel> answering = new ConcurrentHashMap<>();

  /// How many entries of a tenant's log the chosen model has still before it.
  private final Map<TenantId, Long> lags = new ConcurrentHashMap<>();

  /// What was put and not shown yet. For the thread that takes the turns.
  private final Map<TenantId, Map<EmbeddingModel, Reached>> begun = new HashMap<>();

  /// @param documents that were put and not shown
  private record Reached(VectorGeneration generation, LogPosition position, int documents) {}

  private Embedding(
      Storage storage, SearchIndex index, VectorStore vectors, Models models, Duration pace) {
    this.storage = storage;
    this.index = index;
    this.vectors = vectors;
    this.models = models;
    this.chosen = models.chosen();
    this.open = new OpenModels(models, vectors);
    this.questions = new Questions(open);
    this.rota =
        Rota.open(System.getLogger(Embedding.class.getName()), "embedding", pace, 0, this::turn);
  }

  /// Begins to follow.
  ///
  /// @param pace how long a commit may wait for others to be looked at with it
  public static Embedding open(
      Storage storage,
      SearchIndex index,
      VectorStore vectors,
      Models models,
      CommitSignal signal,
      Duration pace) {
    var embedding = new Embedding(storage, index, vectors, models, pace);
    signal.hear(embedding::wake);
    return embedding;
  }

  /// Takes up what was left undone in all logs there are; after a moment, since somebody may be
  /// waiting for the first answer of a server that has just been started.
  public void resume() {
    if (chosen != null) {
      rota.wake(storage.tenants(), RESUMED_AFTER);
    }
  }

  /// Something may have been committed to these.
  public void wake(Collection<TenantId> tenants) {
    if (chosen != null) {
      rota.wake(tenants);
    }
  }

  /// Lets another model make vectors, and answer once it has come as far as the one before.
  ///
  /// @param name one of [Models#names]; null = none
  public void choose(@Nullable String name) {
    chosen = name;
    answering.clear();
    lags.clear();
    resume();
  }

  /// Removes all vectors of a tenant that is deleted.
  public void drop(TenantId tenant) {
    rota.end(tenant);
    answering.remove(tenant);
    lags.remove(tenant);
    vectors.drop(tenant);
  }

  @Override
  public @Nullable EmbeddingModel serving(TenantId tenant) {
    if (chosen == null) {
      return null;
    }
    var known = answering.get(tenant);
    if (known == null) {
      rota.wake(List.of(tenant)); // it has not been looked at since the start
      known = best(tenant);
    }
    return known != null && open.find(known) != null ? known : null;
  }

  @Override
  public @Nullable Vector question(EmbeddingModel model, String text) {
    return questions.vectorOf(model, text);
  }

  @Override
  public boolean await(TenantId tenant, LogPosition position, Duration atMost)
      throws InterruptedException {
    return chosen != null && rota.await(tenant, position, atMost, this::position);
  }

  private LogPosition position(TenantId tenant) {
    var serving = serving(tenant);
    return serving == null ? LogPosition.START : index.vectors(tenant, serving).position();
  }

  /// How it stands.
  public Standing standing() {
    var name = chosen;
    var ready = name == null ? null : open.find(name);
    return new Standing(
        name,
        ready == null ? null : ready.model(),
        name == null ? null : open.failure(name),
        rota.behind(),
        lags.values().stream().mapToLong(Long::longValue).sum(),
        rota.failures() + questions.failures(),
        open.counts());
  }

  /// Which model makes vectors, and how well.
  ///
  /// @param chosen its name; null = none does
  /// @param ready that model; null if it cannot be asked (yet)
  /// @param failure why it cannot; null if nothing is known against it
  /// @param behind tenants that have something to look at
  /// @param lag entries of their logs that have not been looked at, as of their last turns
  /// @param failures turns and questions that failed
  public record Standing(
      @Nullable String chosen,
      @Nullable EmbeddingModel ready,
      @Nullable EmbeddingFailure failure,
      int behind,
      long lag,
      long failures,
      EmbeddingCounts counts) {}

  private @Nullable Duration turn(TenantId tenant) {
    var name = chosen;
    if (name == null || (index.models(tenant).isEmpty() && isEmpty(tenant))) {
      return null; // a server that nobody uses yet does without the model's memory
    }
    var made = open.make(name);
    var old = olderThat(tenant, made == null ? null : made.model());
    boolean more = false;
    try {
      if (old != null) {
        more = follow(tenant, old);
      }
      if (made != null) {
        more |= follow(tenant, made);
        open.succeed(name);
      }
    } catch (EmbeddingFailure e) {
      open.fail(name, e);
      return e instanceof EmbeddingFailure.Transient later
          ? later.retryAfter().plusSeconds(1)
          : OpenModels.TRY_AGAIN;
    }
    settle(tenant);
    if (made == null) {
      return OpenModels.TRY_AGAIN;
    }
    return more ? Duration.ZERO : null;
  }

  private boolean isEmpty(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.head().position().equals(LogPosition.START);
    }
  }

  /// The model that answers for a tenant in the place of the chosen one, made ready; null if there
  /// is none, or it cannot be had. Others are dropped.
  private OpenModels.@Nullable Open olderThat(TenantId tenant, @Nullable EmbeddingModel chosen) {
    var best = best(tenant, chosen);
    if (chosen != null) {
      var others = new HashSet<>(index.models(tenant));
      others.remove(chosen);
      var kept = furthest(tenant, others);
      others.stream().filter(model -> !model.equals(kept)).forEach(model -> drop(tenant, model));
    }
    if (best == null || best.equals(chosen)) {
      return null;
    }
    var made = open.make(best.name());
    return made != null && made.model().equals(best) ? made : null;
  }

  private void drop(TenantId tenant, EmbeddingModel model) {
    index.dropVectors(tenant, model);
    vectors.drop(tenant, model);
  }

  private void settle(TenantId tenant) {
    var best = best(tenant);
    if (best != null) {
      answering.put(tenant, best);
    }
    if (rota.behind() <= 1) { // all tenants have been looked at, and this is the last
      var needed = new HashSet<String>();
      answering.values().forEach(model -> needed.add(model.name()));
      Stream.ofNullable(chosen).forEach(needed::add);
      open.keepOnly(needed);
    }
  }

  private @Nullable EmbeddingModel best(TenantId tenant) {
    var name = chosen;
    var ready = name == null ? null : open.find(name);
    return best(tenant, ready == null ? null : ready.model());
  }

  /// The one that has come furthest, and of equals the chosen one.
  private @Nullable EmbeddingModel best(TenantId tenant, @Nullable EmbeddingModel chosen) {
    var others = new HashSet<>(index.models(tenant));
    others.removeIf(model -> model.equals(chosen) || !models.names().contains(model.name()));
    var other = furthest(tenant, others);
    if (chosen == null || other == null) {
      return chosen == null ? other : chosen;
    }
    var reached = index.vectors(tenant, chosen).position();
    return index.vectors(tenant, other).position().isAfter(reached) ? other : chosen;
  }

  private @Nullable EmbeddingModel furthest(TenantId tenant, Set<EmbeddingModel> of) {
    @Nullable EmbeddingModel furthest = null;
    var position = LogPosition.START;
    for (var model : of) {
      var reached = index.vectors(tenant, model).position();
      if (furthest == null || reached.isAfter(position)) {
        furthest = model;
        position = reached;
      }
    }
    return furthest;
  }

  /// Makes the vectors of one portion. Returns whether there is more.
  private boolean follow(TenantId tenant, OpenModels.Open with) throws EmbeddingFailure {
    var generation = index.vectors(tenant, with.model());
    var before = begun.computeIfAbsent(tenant, _ -> new HashMap<>()).remove(with.model());
    var from =
        before != null && before.generation.equals(generation)
            ? before
            : new Reached(generation, generation.position(), 0);
    var next = next(tenant, from.position);
    var portion = next.portion;
    if (portion == null) {
      lags.put(tenant, 0L);
      publish(generation, next.head);
      return false;
    }
    lags.put(tenant, next.head.value() - from.position.value());
    var documents = portion.with(with.texts(), tenant);
    generation.put(documents);
    lags.put(tenant, next.head.value() - portion.upTo().value());
    int unseen = from.documents + documents.size();
    boolean level = portion.upTo().equals(next.head);
    if (level || unseen >= SHOWN_AFTER) {
      publish(generation, portion.upTo());
    } else {
      begun
          .computeIfAbsent(tenant, _ -> new HashMap<>())
          .put(with.model(), new Reached(generation, portion.upTo(), unseen));
    }
    return !level;
  }

  private static void publish(VectorGeneration generation, LogPosition position) {
    if (position.isAfter(generation.position())) {
      generation.publish(position);
    }
  }

  /// @param portion null if there is nothing behind the position
  private record Next(LogPosition head, @Nullable VectorPortion portion) {}

  /// Not while vectors are being made: that would keep a moment of the store for seconds.
  private Next next(TenantId tenant, LogPosition after) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var head = snapshot.head().position();
      var lines = new PortionSize().next(snapshot, after);
      return new Next(head, lines.isEmpty() ? null : VectorPortion.of(snapshot, after, lines));
    }
  }

  @Override
  public void close() {
    rota.close();
    questions.close();
    open.close();
    vectors.close();
  }
}
