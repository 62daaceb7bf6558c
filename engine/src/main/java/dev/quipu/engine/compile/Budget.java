package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.failure.Exhausted;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.StateType;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a session may use up, and has used up. The counts are States of the session's owner.
record Budget(Facts facts) {

  private static final String TOKENS = "tokens";
  private static final String TIME = "time_ms";

  /// How a count stands after an event.
  ///
  /// @param limit null = none any more
  record Spent(
      ObjectRef session,
      ObjectRef ref,
      Envelope envelope,
      String key,
      @Nullable Long limit,
      long used) {

    JsonObject value() {
      return JsonObject.of(
          "limit", limit == null ? Json.NULL : Json.of(limit), "used", Json.of(used));
    }

    /// The same with the limit that is planned for later.
    JsonObject in(JsonObject planned) {
      var value = planned.object("state_value");
      return (value == null ? JsonObject.EMPTY : value).with("used", Json.of(used));
    }
  }

  /// Whether this is a count of ours, which nobody else moves.
  static boolean isCount(@Nullable String stateType, @Nullable String key) {
    return StateType.BUDGET_STATE.wireName().equals(stateType)
        && (TOKENS.equals(key) || TIME.equals(key));
  }

  /// The counts that an event moves.
  List<Spent> spent(Recorded recorded, long tokens) {
    var event = recorded.event();
    return spent(
        event.sessionId(),
        recorded.envelope().owner(),
        FirstMentions.since(event),
        event.visibleTime(),
        tokens);
  }

  /// Refuses what would exceed a budget.
  void check(@Nullable SessionId session, Principal owner, Instant time, Instant now, long tokens) {
    for (var spent : spent(session, owner, time, now, tokens)) {
      var limit = spent.limit();
      if (limit != null && spent.used() > limit) {
        throw new Exhausted(
            "budget.exhausted",
            "the budget of " + limit + " " + spent.key() + " of " + spent.session() + " is used up",
            "finish the task, or raise the budget of the session");
      }
    }
  }

  /// The counts of a session whose limits are set: as they begin, or as they go on.
  ///
  /// @param body of the session, as it is to be
  /// @param isPlanned whether that begins later: a count has its own rectangle then, so that what
  ///   is said of the time before ends there
  List<Spent> limited(
      ObjectRef session, Envelope envelope, JsonObject body, Instant from, boolean isPlanned) {
    var limited = new ArrayList<Spent>();
    for (var key : List.of(TOKENS, TIME)) {
      var ref = ref(session, envelope, key);
      var limit = limitOf(body, key);
      var known = new Current(facts).body(ref, from);
      var spent = new Spent(session, ref, envelope(envelope), key, limit, used(known));
      boolean changed =
          known == null
              ? limit != null
              : isPlanned || !spent.value().equals(known.get("state_value"));
      if (changed) {
        limited.add(spent);
      }
    }
    return limited;
  }

  /// What counts for a session, as far as it is there.
  List<ObjectRef> counts(ObjectRef session, Envelope envelope) {
    return Stream.of(TOKENS, TIME)
        .map(key -> ref(session, envelope, key))
        .filter(ref -> new Current(facts).object(ref) != null)
        .toList();
  }

  /// A session's budget is spent by its owner, and what is spent in a session below it counts too.
  private List<Spent> spent(
      @Nullable SessionId session, Principal owner, Instant time, Instant now, long tokens) {
    var current = new Current(facts);
    var spent = new ArrayList<Spent>();
    var next = session == null ? null : ObjectRef.of(session);
    for (int depth = 0; next != null && depth < Limits.DEEPEST_SESSION; depth++) {
      var row = current.object(next);
      var body = row == null || current.isDeleted(row) ? null : current.body(next, now);
      if (row == null || body == null || !row.envelope().owner().equals(owner)) {
        return spent;
      }
      count(row, body, time, now, tokens, spent);
      var parent = body.text("parent_session_id");
      next = parent == null ? null : new ObjectRef(ObjectType.SESSION, parent);
    }
    return spent;
  }

  private void count(
      ObjectRow session,
      JsonObject body,
      Instant time,
      Instant now,
      long tokens,
      List<Spent> into) {
    var maxTokens = limitOf(body, TOKENS);
    if (maxTokens != null && tokens > 0) {
      into.add(
          at(session, TOKENS, maxTokens, now, used -> Math.min(used + tokens, Claims.MAX_TOKENS)));
    }
    var maxTime = limitOf(body, TIME);
    if (maxTime != null) {
      var start = body.text("start_ts");
      var since = start == null ? null : Iso8601.parse(start);
      long passed = since == null ? 0 : Math.max(0, Duration.between(since, time).toMillis());
      into.add(at(session, TIME, maxTime, now, used -> Math.max(used, passed)));
    }
  }

  private Spent at(ObjectRow session, String key, long limit, Instant now, LongUnaryOperator more) {
    var ref = ref(session.ref(), session.envelope(), key);
    long used = used(new Current(facts).body(ref, now));
    return new Spent(
        session.ref(), ref, envelope(session.envelope()), key, limit, more.applyAsLong(used));
  }

  private static @Nullable Long limitOf(JsonObject session, String key) {
    var field = key.equals(TOKENS) ? "budget_token" : "budget_time_ms";
    return session.get(field) instanceof JsonNumber limit ? limit.asLong() : null;
  }

  private static long used(@Nullable JsonObject state) {
    var value = state == null ? null : state.object("state_value");
    return value != null && value.get("used") instanceof JsonNumber used ? used.asLong() : 0;
  }

  /// The owner's alone: a count names the event that moved it last.
  private static Envelope envelope(Envelope session) {
    return session.unfiled().closed();
  }

  private static ObjectRef ref(ObjectRef session, Envelope envelope, String key) {
    return DerivedId.stateOf(
        envelope(envelope), null, session.id(), StateType.BUDGET_STATE.wireName(), key);
  }
}
