package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Exhausted;
import dev.quipu.model.id.ObjectRef;
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
import org.jspecify.annotations.Nullable;

/// What a session may use up, and has used up. The counts are States of the session's owner.
record Budget(Facts facts) {

  private static final String TOKENS = "tokens";
  private static final String TIME = "time_ms";

  /// How a count stands after an event.
  record Spent(ObjectRef ref, Envelope envelope, String key, long limit, long used) {

    JsonObject value() {
      return JsonObject.of("limit", Json.of(limit), "used", Json.of(used));
    }
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
      if (spent.used() > spent.limit()) {
        throw new Exhausted(
            "budget.exhausted",
            "the session's budget of " + spent.limit() + " " + spent.key() + " is used up",
            "finish the task, or raise the budget of the session");
      }
    }
  }

  private List<Spent> spent(
      @Nullable SessionId session, Principal owner, Instant time, Instant now, long tokens) {
    var current = new Current(facts);
    var row = session == null ? null : current.object(ObjectRef.of(session));
    if (row == null || current.isDeleted(row) || !counts(owner, row)) {
      return List.of();
    }
    var body = current.body(row.ref(), now);
    var spent = new ArrayList<Spent>();
    if (body != null && body.get("budget_token") instanceof JsonNumber limit && tokens > 0) {
      var ref = ref(row, TOKENS);
      spent.add(new Spent(ref, envelope(row), TOKENS, limit.asLong(), used(ref, now) + tokens));
    }
    if (body != null && body.get("budget_time_ms") instanceof JsonNumber limit) {
      var start = body.text("start_ts");
      var since = start == null ? null : Iso8601.parse(start);
      long used = since == null ? 0 : Math.max(0, Duration.between(since, time).toMillis());
      var ref = ref(row, TIME);
      spent.add(
          new Spent(ref, envelope(row), TIME, limit.asLong(), Math.max(used, used(ref, now))));
    }
    return spent;
  }

  /// A budget is spent by those to whom the session is open: its owner, or everybody.
  private static boolean counts(Principal owner, ObjectRow session) {
    return session.envelope().owner().equals(owner)
        || session.envelope().visibility() instanceof Visibility.Everybody;
  }

  private long used(ObjectRef ref, Instant now) {
    var body = new Current(facts).body(ref, now);
    var value = body == null ? null : body.object("state_value");
    return value != null && value.get("used") instanceof JsonNumber used ? used.asLong() : 0;
  }

  private static Envelope envelope(ObjectRow session) {
    return session.envelope().unfiled();
  }

  private static ObjectRef ref(ObjectRow session, String key) {
    return DerivedId.stateOf(
        envelope(session), null, session.ref().id(), StateType.BUDGET_STATE.wireName(), key);
  }
}
