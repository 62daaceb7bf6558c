package dev.quipu.engine.query;

import dev.quipu.engine.embedding.Meanings;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.Node;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.materialize.Indexing;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Answers questions. Thread-safe.
///
/// The way: plan → gather → fuse → check → expand → assemble. Content is that of the position at
/// which the index stands, or of the earlier one that was asked for; who may see what is judged at
/// the head of the log, for every object that goes out.
public final class Ask {

  /// The most candidates that are weighed by everything.
  public static final int LARGEST_WINDOW = Page.LARGEST_WINDOW;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final SearchIndex index;
  private final Indexing indexing;
  private final Meanings meanings;
  private final Lookout lookout;
  private final Duration maxWait;
  private final Weights weights;

  public Ask(
      SearchIndex index, Indexing indexing, Meanings meanings, Lookout lookout, Limits limits) {
    this(index, indexing, meanings, lookout, limits.maxWait(), Weights.DEFAULT);
  }

  private Ask(
      SearchIndex index,
      Indexing indexing,
      Meanings meanings,
      Lookout lookout,
      Duration maxWait,
      Weights weights) {
    this.index = index;
    this.indexing = indexing;
    this.meanings = meanings;
    this.lookout = lookout;
    this.maxWait = maxWait;
    this.weights = weights;
  }

  /// The same over the same index, but that parts of the ranking weigh otherwise: for a bench, no
  /// door has it.
  ///
  /// @param other the index, which may weigh words otherwise
  public Ask weighing(SearchIndex other, Weights weights) {
    return new Ask(other, indexing, meanings, lookout, maxWait, weights);
  }

  /// Refuses what [#ask] would refuse of a question that is asked of what is yet to come.
  public void check(Caller caller, Question question) {
    caller.require(Grant.READ);
    Plan.check(caller, question);
  }

  /// As long as a request may wait.
  public Patience patience() {
    return new Patience(maxWait);
  }

  public Evidence ask(Caller caller, Question question) {
    return ask(caller, question, patience());
  }

  public Evidence ask(Caller caller, Question question, Patience patience) {
    return answer(caller, question, null, patience);
  }

  /// Asks again what was asked before, as it was asked then. If the vectors that it was ranked by
  /// are no longer at hand, words alone answer, and the answer says so.
  public Evidence again(Caller caller, Question question, Point point, Patience patience) {
    return answer(caller, question, point, patience);
  }

  /// Where a question was asked.
  ///
  /// @param at the point on the clocks
  /// @param offset the place in the ranking
  /// @param window how many were weighed by everything
  /// @param vectors that took part
  public record Point(At at, int offset, int window, VectorsPin vectors) {

    /// Whether a question can have been asked here, by its `top_k`.
    public boolean suits(Question question) {
      return Page.isPossible(offset, window, question.topK());
    }
  }

  private Evidence answer(Caller caller, Question asked, @Nullable Point point, Patience patience) {
    var evidence = answer(caller, new Asked(blended(asked), caller), point, patience);
    // a write, so not while the store is looked at
    lookout.noteAll(caller, evidence.nodes().map(Node::reason).toList(), "query");
    return evidence;
  }

  /// A question that is answered by evidence.
  private record Asked(Question question, Caller caller) implements Inquiry<Evidence> {

    @Override
    public String list() {
      return question.list();
    }

    @Override
    public Page page(Lookout.Place cursor) {
      return Page.of(cursor);
    }

    @Override
    public List<Plan.Step> further(Lookout.View view, IndexView index, Page page) {
      return List.of();
    }

    @Override
    public Evidence answer(Seeking seeking) {
      return new Answering(seeking, caller).answer();
    }
  }

  /// Waits for what is to be waited for, and has the answer made.
  <T> T answer(Caller caller, Inquiry<T> inquiry, @Nullable Point point, Patience patience) {
    caller.require(Grant.READ);
    var question = inquiry.question();
    awaitAsked(caller, question, patience);
    var sense = sense(caller, inquiry, point, patience);
    boolean hasWaited = false;
    while (true) {
      var attempt = attempt(caller, inquiry, point, sense);
      var answer = attempt.answer();
      if (answer != null) {
        return answer;
      }
      if (attempt.isOfVectors()) {
        if (hasWaited) {
          throw notReached(
              "the vectors have", attempt.missing()); // those of a model that follows no more
        }
        awaitVectors(caller.tenant(), attempt.missing(), patience);
        hasWaited = true;
      } else {
        await(caller.tenant(), attempt.missing(), patience);
      }
    }
  }

  private Question blended(Question question) {
    return switch (weights.blend()) {
      case ADAPTIVE, HALVES, RANKS -> question;
      case WORDS_ALONE -> question.by(Ways.WORDS);
      case MEANING_ALONE -> question.by(Ways.VECTORS);
    };
  }

  /// Waits for the log to come to where the caller knows it to be, and the index with it, unless it
  /// is there already.
  void awaitLog(Caller caller, Question question) {
    var after = question.time().after();
    if (after != null && after.isAfter(lookout.eyes(caller, false).look(Lookout.View::head))) {
      await(caller.tenant(), after, patience());
    }
  }

  /// Waits for what the question says.
  private void awaitAsked(Caller caller, Question question, Patience patience) {
    var after = question.time().after();
    if (after == null && question.ways().awaitsVectors()) {
      after = lookout.eyes(caller, question.asAdmin()).look(Lookout.View::head);
    }
    if (after != null) {
      await(caller.tenant(), after, patience);
    }
    if (after != null && question.ways().awaitsVectors()) {
      awaitVectors(caller.tenant(), after, patience);
    }
  }

  /// Embeds the question, so nothing is open yet.
  private Sense sense(Caller caller, Inquiry<?> inquiry, @Nullable Point point, Patience patience) {
    var senses = new Senses(index, meanings);
    var tenant = caller.tenant();
    var question = inquiry.question();
    var pin = pin(caller, inquiry, point);
    if (senses.dependsOnModel(tenant, question, pin)) {
      // if it takes too long, the answer says that there are no vectors yet
      boolean _ =
          hasCome(
              (of, _, atMost) -> meanings.settle(of, atMost), tenant, LogPosition.START, patience);
    }
    if (pin == null) {
      return senses.of(tenant, question);
    }
    return point == null ? senses.next(tenant, question, pin) : senses.again(tenant, question, pin);
  }

  /// By which vectors a question was answered before; null if it was not.
  private @Nullable VectorsPin pin(Caller caller, Inquiry<?> inquiry, @Nullable Point point) {
    var cursor = inquiry.question().cursor();
    if (point != null || cursor == null) {
      return point == null ? null : point.vectors();
    }
    return Objects.requireNonNull(pinned(caller, inquiry, cursor).vectors());
  }

  private Page pinned(Caller caller, Inquiry<?> inquiry, String cursor) {
    return inquiry.page(lookout.pinned(caller, cursor, inquiry.list()));
  }

  /// Where the index of the caller's tenant stands.
  public LogPosition position(Caller caller) {
    caller.require(Grant.READ);
    return index.serving(caller.tenant()).position();
  }

  /// @param answer null if the index first has to come to a position
  /// @param isOfVectors whether it is the vectors that have to
  private record Attempt<T>(@Nullable T answer, LogPosition missing, boolean isOfVectors) {}

  /// The index is opened before the store, so that the store knows everything that was found.
  private <T> Attempt<T> attempt(
      Caller caller, Inquiry<T> inquiry, @Nullable Point point, Sense sense) {
    var question = inquiry.question();
    var eyes = lookout.eyes(caller, question.asAdmin());
    var cursor = question.cursor();
    var asked = cursor == null ? eyes.clock() : pinned(caller, inquiry, cursor).asked();
    try (var found = index.read(eyes.scope().expiringBy(asked))) {
      return eyes.look(
          view -> {
            if (view.head().isAfter(found.position())) {
              indexing.wake(List.of(caller.tenant())); // another server may have committed
            }
            var missing = missing(question, point, found, view);
            if (missing != null) {
              return new Attempt<>(null, missing, false);
            }
            var page =
                point == null
                    ? page(inquiry, found, view, asked)
                    : new Page(point.at(), point.offset(), point.window(), asked, point.vectors());
            var plan = Plan.of(caller, question, page).and(inquiry.further(view, found, page));
            var seeking = new Seeking(plan, found, view, weights, sense);
            var behind = seeking.missing();
            return behind == null
                ? new Attempt<>(inquiry.answer(seeking), found.position(), false)
                : new Attempt<>(null, behind, true);
          });
    }
  }

  /// The position that the index has to come to first; null if it stands well.
  ///
  /// An index that has never been filled, because it is new or was lost, is waited for; one that is
  /// merely behind answers as of where it stands.
  private static @Nullable LogPosition missing(
      Question question, @Nullable Point point, IndexView found, Lookout.View view) {
    if (found.position().equals(LogPosition.START) && view.head().isAfter(LogPosition.START)) {
      return view.head();
    }
    if (point == null && (question.time().asKnownAt() == null || question.cursor() != null)) {
      return null;
    }
    var asked = view.at(point == null ? question.time() : ReadTime.known(point.at())).asKnownAt();
    return asked.isAfter(found.position()) ? asked : null;
  }

  private static Page page(Inquiry<?> inquiry, IndexView found, Lookout.View view, Instant asked) {
    var question = inquiry.question();
    if (question.cursor() != null) {
      return inquiry.page(view.place(question.cursor(), inquiry.list(), question.time()));
    }
    var wanted = view.at(question.time());
    var at = question.time().asKnownAt() == null ? new At(wanted.asOf(), found.position()) : wanted;
    return Page.first(at, question.topK(), asked);
  }

  private void await(TenantId tenant, LogPosition position, Patience patience) {
    if (!hasCome(indexing::await, tenant, position, patience)) {
      throw notReached("the index has", position);
    }
  }

  private void awaitVectors(TenantId tenant, LogPosition position, Patience patience) {
    if (!hasCome(meanings::await, tenant, position, patience)) {
      throw meanings.serving(tenant) == null
          ? Senses.unavailable()
          : notReached("the vectors have", position);
    }
  }

  private static boolean hasCome(
      Patience.Follower index, TenantId tenant, LogPosition position, Patience patience) {
    try {
      return patience.await(index, tenant, position);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable("server.stopping", "the server is stopping", RETRY_AFTER, e);
    }
  }

  private static Unavailable notReached(String what, LogPosition position) {
    return new Unavailable(
        "position.not_reached", what + " not come to position " + position, RETRY_AFTER);
  }
}
