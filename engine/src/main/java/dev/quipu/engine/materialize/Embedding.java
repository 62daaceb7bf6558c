package dev.quipu.engine.materialize;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.embedding.EmbeddingCounts;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.engine.embedding.Meanings;
import dev.quipu.engine.embedding.Models;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Lets vectors follow the log, behind the words and on a thread of their own, tenant by tenant.
///
/// The vectors of the chosen model answer. After another was chosen, those of the model before go
/// on following and answering until the new ones have come as far, tenant by tenant; then they stay
/// where they are, so that choosing the model before again costs no more than what was written
/// since. Of still older ones nothing is kept. Thread-safe.
public final class Embedding implements Meanings, AutoCloseable {

  private static final Logger LOG = System.getLogger(Embedding.class.getName());
  private static final Duration RESUMED_AFTER = Duration.ofSeconds(1);

  /// Who has been at one thing for so long may be at it for ever, and no question waits for that.
  private static final Duration WORTH_WAITING = Duration.ofSeconds(10);

  private static final String SEE_TO_IT =
      "See to the disk of the data folder and to the database. It is tried again by itself.";
  private static final Trouble UNEXPECTED =
      Trouble.open("Vectors could not be made.", "The log of the server says why.");

  private final Storage storage;
  private final SearchIndex index;
  private final VectorStore vectors;
  private final Models models;
  private final Duration slow;
  private final Asking asking = new Asking();
  private final OpenModels open;
  private final Questions questions;
  private final VectorFollowing following;
  private final Rota rota;

  private volatile @Nullable String chosen;

  /// Which model answers for a tenant, as far as that has been looked at.
  private final Map<TenantId, EmbeddingModel> answering = new ConcurrentHashMap<>();

  /// What beside the model keeps a tenant's vectors from following.
  private final Map<TenantId, Trouble> troubles = new ConcurrentHashMap<>();

  /// Where vectors of models were looked for that are not wanted any more, and which model was
  /// chosen then.
  private final Map<TenantId, EmbeddingModel> tidied = new ConcurrentHashMap<>();

  private final LongAdder outages = new LongAdder();

  private Embedding(
      Storage storage, SearchIndex index, VectorStore vectors, Models models, Limits limits) {
    this.storage = storage;
    this.index = index;
    this.vectors = vectors;
    this.models = models;
    this.slow = limits.vectors().slow();
    this.chosen = models.chosen();
    this.open = new OpenModels(models, vectors, asking, limits.vectors().again());
    this.questions = new Questions(open);
    this.following = new VectorFollowing(storage, index, limits.vectors().shown());
    this.rota =
        Rota.open(
            LOG,
            "embedding",
            new Rota.Manner(limits.pace().index(), Rota.Manner.RETRY, 0),
            this::turn);
  }

  /// Begins to follow.
  public static Embedding open(
      Storage storage,
      SearchIndex index,
      VectorStore vectors,
      Models models,
      CommitSignal signal,
      Limits limits) {
    var embedding = new Embedding(storage, index, vectors, models, limits);
    signal.hear(embedding::wake);
    return embedding;
  }

  /// Takes up what was left undone in all logs there are; after a moment, since somebody may be
  /// waiting for the first answer of a server that has just been started.
  public void resume() {
    if (chosen != null) {
      rota.call(storage.tenants(), RESUMED_AFTER);
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
  /// @param name one of [#names]; null = none, and all is found by words
  public void choose(@Nullable String name) {
    if (name != null && !names().contains(name)) {
      throw new IllegalArgumentException("there is no model " + name);
    }
    chosen = name;
    rota.call(storage.tenants(), Duration.ZERO);
  }

  /// Of the models that can be chosen.
  public Set<String> names() {
    return models.names();
  }

  /// Removes all vectors of a tenant that is deleted; whoever is making some for it is stopped.
  public void drop(TenantId tenant) {
    asking.stop(tenant);
    rota.end(tenant);
    answering.remove(tenant);
    troubles.remove(tenant);
    tidied.remove(tenant);
    following.forget(tenant);
    vectors.drop(tenant);
  }

  @Override
  public @Nullable EmbeddingModel serving(TenantId tenant) {
    var serving = ready(tenant);
    if (serving == null && chosen != null) {
      rota.wake(List.of(tenant)); // it has not been looked at, or its model failed and was closed
    }
    return serving;
  }

  @Override
  public @Nullable EmbeddingModel made(TenantId tenant) {
    var serving = ready(tenant);
    return serving == null && chosen != null ? best(tenant) : serving;
  }

  private @Nullable EmbeddingModel ready(TenantId tenant) {
    if (chosen == null) {
      return null;
    }
    var looked = answering.get(tenant);
    var known = looked == null ? best(tenant) : looked;
    if (known != null && open.find(known) != null) {
      return known;
    }
    var since = answering.get(tenant);
    return since != null && !since.equals(looked) && open.find(since) != null
        ? since // it has taken the place of the other, which was closed
        : null;
  }

  @Override
  public boolean settle(TenantId tenant, Duration atMost) throws InterruptedException {
    return isSettled(tenant) || rota.await(tenant, atMost, () -> isSettled(tenant));
  }

  private boolean isSettled(TenantId tenant) {
    return serving(tenant) != null
        || !isComing(tenant)
        || asking.busy().compareTo(WORTH_WAITING) >= 0;
  }

  /// Whether a model that would answer for a tenant is being made ready, or is about to be.
  private boolean isComing(TenantId tenant) {
    var name = chosen;
    if (name == null || !rota.isFollowed(tenant) || isUnused(tenant)) {
      return false;
    }
    var best = best(tenant);
    return isUntried(name) || (best != null && isUntried(best.name()));
  }

  private boolean isUntried(String name) {
    return open.find(name) == null && open.failure(name) == null;
  }

  @Override
  public Absence absence(TenantId tenant) {
    if (chosen == null) {
      return Absence.NONE;
    }
    return index.models(tenant).isEmpty() || isComing(tenant) ? Absence.NOT_YET : Absence.FAILED;
  }

  @Override
  public boolean isExpected(TenantId tenant, String model) {
    var best = chosen == null ? null : best(tenant);
    return open.find(model) == null
        && (model.equals(chosen) || (best != null && model.equals(best.name())));
  }

  @Override
  public @Nullable Vector question(EmbeddingModel model, String text) {
    return questions.vectorOf(model, text);
  }

  @Override
  public double knows(EmbeddingModel model, String text) {
    return models.letters(model.name()).share(text);
  }

  @Override
  public int dimension(String name) {
    var ready = open.find(name);
    return ready == null ? models.dimension(name) : ready.model().dimension();
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
        name == null ? null : trouble(name),
        rota.behind(),
        name == null ? 0 : following.lag(rota.waiting(), name),
        rota.failures() + outages.sum() + open.failures() + questions.failures(),
        open.counts());
  }

  /// Which model makes vectors, and how well.
  ///
  /// @param chosen its name; null = none does
  /// @param ready that model; null if it cannot be asked (yet)
  /// @param trouble what keeps vectors from being made, or questions from getting one; null if
  ///   nothing is known to
  /// @param behind tenants that have something to look at
  /// @param lag entries of their logs that it has before it at this moment
  /// @param failures of turns, models and questions
  public record Standing(
      @Nullable String chosen,
      @Nullable EmbeddingModel ready,
      @Nullable Trouble trouble,
      int behind,
      long lag,
      long failures,
      EmbeddingCounts counts) {}

  /// Why vectors are not being made. Nothing of a tenant is in it.
  ///
  /// @param told for everybody to read
  /// @param detail all that is known, for those who look after the server: it may name files,
  ///   folders and addresses
  /// @param hint what somebody can do about it, for everybody to read
  public record Trouble(String told, String detail, String hint) {

    /// One of which everybody may read everything.
    public static Trouble open(String told, String hint) {
      return new Trouble(told, told, hint);
    }
  }

  private @Nullable Trouble trouble(String name) {
    var known = open.failure(name);
    var failure = known == null ? questions.failure() : known;
    if (failure != null) {
      return new Trouble(failure.told(), failure.getMessage(), failure.hint());
    }
    var busy = asking.busy();
    if (busy.compareTo(slow) >= 0) {
      return Trouble.open(
          "The model has been at the same texts for " + busy.toSeconds() + " seconds.",
          "See whether its endpoint answers, or the machine has processor time to spare.");
    }
    return troubles.values().stream().findFirst().orElse(null);
  }

  /// How the models stand by which something can be found, or could be.
  public List<ModelStanding> models() {
    return new ModelStandings(storage, index, vectors, following, this::ready, rota::isFollowed)
        .of(names(), chosen, open);
  }

  /// How a model stands.
  ///
  /// @param model null if it has not been asked yet, and nothing of it is kept
  /// @param vectors that are kept of it
  /// @param answering tenants for whom it answers
  /// @param level tenants of whom nothing is before it
  /// @param lag entries of the other tenants' logs that are
  public record ModelStanding(
      String name,
      @Nullable EmbeddingModel model,
      boolean chosen,
      State state,
      long vectors,
      int answering,
      int level,
      long lag) {

    /// Whether it can be asked.
    public enum State {
      READY,
      FAILED,
      NOT_LOADED,
      /// Not in the configuration any more, or another revision is.
      GONE
    }
  }

  private @Nullable Duration turn(TenantId tenant) {
    var name = chosen;
    if (name == null) {
      open.keepOnly(List.of());
      return null;
    }
    if (isUnused(tenant)) {
      return null;
    }
    if (following.look(tenant, name)) {
      return Duration
          .ZERO; // first the others are looked at too, so that it is known how far all are
    }
    asking.turnTo(tenant);
    try {
      var again = turn(tenant, name);
      troubles.remove(tenant);
      return again;
    } catch (CancellationException e) {
      return null; // the tenant is deleted, or the server stops
    } catch (Unavailable e) {
      wait(tenant, e);
      return Rota.Manner.RETRY;
    } catch (RuntimeException | Error e) {
      troubles.put(tenant, UNEXPECTED);
      throw e;
    }
  }

  /// A server that nobody uses yet does without the model's memory.
  private boolean isUnused(TenantId tenant) {
    return index.models(tenant).isEmpty() && following.isEmpty(tenant);
  }

  /// The chosen model may take long to be made ready, or not come at all: whoever answers until
  /// then comes first.
  private @Nullable Duration turn(TenantId tenant, String name) {
    var ready = open.find(name);
    var old = standIn(tenant, ready == null ? null : ready.model());
    var again = old == null || isNamed(old, name) ? null : advance(tenant, old, false);
    var made = ready == null ? open.make(name) : ready;
    if (made != null) {
      tidy(tenant, made.model());
    }
    var next = made == null ? open.pause(name) : advance(tenant, made, true);
    settle(tenant);
    return next == null || (again != null && again.compareTo(next) < 0) ? again : next;
  }

  private static boolean isNamed(OpenModels.Open model, String name) {
    return model.model().name().equals(name);
  }

  /// Makes the vectors of one portion. Returns when it is to go on; null if there is no more.
  private @Nullable Duration advance(TenantId tenant, OpenModels.Open with, boolean isChosen) {
    var name = with.model().name();
    var pause = open.pause(name);
    if (!pause.isZero()) {
      return pause;
    }
    try {
      boolean more = following.follow(tenant, with, isChosen, rota.others());
      open.succeed(name);
      return more ? Duration.ZERO : null;
    } catch (EmbeddingFailure e) {
      open.fail(name, e);
      following.show(tenant, with.model());
      return open.pause(name);
    }
  }

  /// The model that answers for a tenant in the place of the chosen one, made ready; null if there
  /// is none, or it cannot be had.
  private OpenModels.@Nullable Open standIn(TenantId tenant, @Nullable EmbeddingModel chosen) {
    var best = best(tenant, chosen);
    if (best == null || best.equals(chosen)) {
      return null;
    }
    var made = open.make(best.name());
    return made != null && made.model().equals(best) ? made : null;
  }

  /// Drops the vectors of all models but the chosen one and the one before.
  private void tidy(TenantId tenant, EmbeddingModel chosen) {
    var others = new HashSet<>(index.models(tenant));
    others.remove(chosen);
    boolean looked = chosen.equals(tidied.put(tenant, chosen));
    if (looked && others.size() <= 1) {
      return;
    }
    var kept = looked ? List.<KeptVectors>of() : vectors.kept(tenant);
    var before = furthest(tenant, others);
    if (before == null) { // its index is lost, and can be filled again at no cost
      before =
          kept.stream()
              .filter(each -> !each.model().equals(chosen))
              .max(comparingLong(KeptVectors::vectors))
              .map(KeptVectors::model)
              .orElse(null);
    }
    kept.forEach(each -> others.add(each.model()));
    for (var model : others) {
      if (!model.equals(chosen) && !model.equals(before)) {
        index.dropVectors(tenant, model);
        vectors.drop(tenant, model);
      }
    }
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

  /// The one that has come furthest, and of equals the chosen one. Those of models that cannot be
  /// asked any more do not count: another revision of the chosen one, one that is not configured.
  private @Nullable EmbeddingModel best(TenantId tenant, @Nullable EmbeddingModel chosen) {
    var others = new HashSet<>(index.models(tenant));
    others.removeIf(model -> !models.names().contains(model.name()));
    if (chosen != null) {
      others.removeIf(model -> model.name().equals(chosen.name()));
    }
    var other = furthest(tenant, others);
    if (chosen == null || other == null) {
      return chosen == null ? other : chosen;
    }
    var reached = index.vectors(tenant, chosen).position();
    return index.vectors(tenant, other).position().isAfter(reached) ? other : chosen;
  }

  /// Of equals the one that answers, so that it is never an older one that takes its place; else
  /// one that can be asked.
  private @Nullable EmbeddingModel furthest(TenantId tenant, Set<EmbeddingModel> of) {
    return of.stream()
        .max(
            comparing((EmbeddingModel model) -> index.vectors(tenant, model).position())
                .thenComparing(model -> model.equals(answering.get(tenant)))
                .thenComparing(model -> names().contains(model.name()))
                .thenComparing(EmbeddingModel.BY_NAME))
        .orElse(null);
  }

  /// The log says it once, however often it is tried.
  private void wait(TenantId tenant, Unavailable e) {
    outages.increment();
    var told = "Vectors can be neither kept nor found.";
    var trouble = new Trouble(told, told + " " + e.getMessage(), SEE_TO_IT);
    if (!trouble.equals(troubles.put(tenant, trouble))) {
      LOG.log(Level.WARNING, "action=embedding tenant=" + tenant + " outcome=waits", e);
    }
  }

  @Override
  public void close() {
    asking.stop();
    rota.close();
    following.close();
    questions.close();
    open.close();
    vectors.close();
  }
}
