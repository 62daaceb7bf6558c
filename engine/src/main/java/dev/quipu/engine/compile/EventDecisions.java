package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventClaims;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.FactKey.FirstWith;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Accepts what happened.
final class EventDecisions {

  /// How many causes are looked at before a chain counts as too long to tell.
  private static final int LONGEST_CHAIN = 10_000;

  private final Limits limits;

  EventDecisions(Limits limits) {
    this.limits = limits;
  }

  /// Whether its id is taken, and whether it is the first to mention somebody.
  static List<FactKey<?>> asks(Caller caller, Command.Append command) {
    var draft = command.draft();
    var asks = new ArrayList<FactKey<?>>();
    if (draft.eventId() != null) {
      asks.add(new LineOf(draft.eventId()));
    }
    var agent = draft.agentId() == null ? caller.agent() : draft.agentId();
    if (agent != null) {
      asks.add(new ObjectOf(ObjectRef.of(agent)));
    }
    if (draft.sessionId() != null) {
      asks.add(new ObjectOf(ObjectRef.of(draft.sessionId())));
    }
    return asks;
  }

  Decision append(Caller caller, Command.Append command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var draft = command.draft();
    var known =
        draft.eventId() == null ? null : repetition(caller, draft, draft.eventId(), stamp, facts);
    if (known != null) {
      return new Decision.Repeated(known);
    }
    var claims = check(caller, draft, stamp, facts);

    var envelope =
        EnvelopeChoice.choose(
            caller, draft.access(), draft.workspaceId(), draft.sessionId(), stamp, facts);
    checkBudget(draft, envelope.owner(), claims, stamp, facts);
    var event =
        new Event(
            draft.eventId() == null ? new EventId("evt_" + stamp.freshId()) : draft.eventId(),
            caller.tenant(),
            draft.workspaceId(),
            draft.agentId() == null ? caller.agent() : draft.agentId(),
            draft.sessionId(),
            draft.eventType(),
            draft.eventTime() == null ? stamp.ingestTime() : draft.eventTime(),
            stamp.ingestTime(),
            stamp.visibleTime(),
            draft.logicalTs() == null ? stamp.position().value() : draft.logicalTs(),
            draft.parentEventId(),
            draft.causalRefs(),
            draft.payload(),
            draft.source(),
            draft.importance(),
            envelope.visibility().wireName(),
            draft.version());
    return new Decision.Accepted(
        new Recorded(
            stamp.position(),
            Decide.RULES,
            event,
            envelope,
            caller.principal(),
            draft.contentHash()));
  }

  /// The entry that this event repeats, or null if its id is free.
  private static @Nullable LogEntry repetition(
      Caller caller, EventDraft draft, EventId id, Stamp stamp, Facts facts) {
    return switch (facts.find(new LineOf(id))) {
      case null -> null;
      case ErasedEntry _ ->
          throw new Gone(
              "event.erased", "the event " + id + " was erased; its id is not accepted again");
      case LogEntry entry -> {
        boolean same = entry.recorded().contentHash().equals(draft.contentHash());
        if (!same || !Decide.mayRead(caller, entry, stamp)) {
          throw new Conflict(
              "event.id_taken",
              "the event id " + id + " is taken by other content",
              "choose another id, or leave it out");
        }
        yield entry;
      }
    };
  }

  private Claims check(Caller caller, EventDraft draft, Stamp stamp, Facts facts) {
    var violations = new Violations();
    new EventClaims(
            draft.eventId(),
            draft.eventType(),
            draft.eventTime(),
            draft.parentEventId(),
            draft.causalRefs())
        .faults(stamp.ingestTime(), limits.clockSkew(), Pointer.ROOT)
        .forEach(violations::add);
    var logicalTs = draft.logicalTs();
    if (logicalTs != null && logicalTs <= latestCause(caller, draft, stamp, facts)) {
      violations.add(
          Pointer.ROOT.child("logical_ts"),
          "logical_ts.order",
          "Send one that is later than those of the causal_refs, or leave it out.");
    }
    if (closesCircle(caller, draft, stamp, facts)) {
      violations.add(
          Pointer.ROOT.child(draft.parentEventId() == null ? "causal_refs" : "parent_event_id"),
          "reference.cycle",
          "What caused this event names this event as a cause, directly or by others.");
    }
    var claims =
        Claims.read(draft.eventType(), draft.payload(), Pointer.ROOT.child("payload"), violations);
    checkText(claims, draft.payload(), violations);
    var references = References.of(caller, stamp, facts, violations);
    for (var edge : claims.edges()) {
      references.link(edge.source(), edge.at(), edge.type(), edge.target(), edge.at());
    }
    violations.throwIfAny();
    return claims;
  }

  /// Here and not among the claims: what was accepted once is heard for ever.
  private static void checkText(Claims claims, JsonObject payload, Violations violations) {
    var text = claims.text();
    if (text != null) {
      var at = Pointer.ROOT.child("payload").child(Claims.textField(payload));
      Shape.text(1, ObjectSchemas.MAX_TEXT).read(Json.of(text), at, violations);
    }
  }

  /// Only once it is settled for whom the caller may write: who writes for nobody else, learns
  /// nothing of anybody else's budget.
  private static void checkBudget(
      EventDraft draft, Principal owner, Claims claims, Stamp stamp, Facts facts) {
    if (!EventRule.of(draft.eventType()).has(EventRule.Part.TASK_ENDED)) {
      var time = draft.eventTime() == null ? stamp.ingestTime() : draft.eventTime();
      new Budget(facts).check(draft.sessionId(), owner, time, stamp.visibleTime(), claims.tokens());
    }
  }

  /// Whether an event that others named as their cause before it was there is caused by one of
  /// them, as far as the caller can see.
  private static boolean closesCircle(Caller caller, EventDraft draft, Stamp stamp, Facts facts) {
    var id = draft.eventId();
    var open = new ArrayDeque<>(causes(draft.parentEventId(), draft.causalRefs()));
    open.removeIf(cause -> cause.equals(id)); // another fault
    if (id == null
        || open.isEmpty()
        || facts.find(new FirstWith(ObjectType.EVENT, ViewChanges.CAUSED_BY, id.value())) == null) {
      return false;
    }
    var seen = new HashSet<EventId>();
    while (!open.isEmpty() && seen.size() < LONGEST_CHAIN) {
      var cause = open.remove();
      if (cause.equals(id)) {
        return true;
      }
      if (seen.add(cause)
          && facts.find(new LineOf(cause)) instanceof LogEntry entry
          && Decide.mayRead(caller, entry, stamp)) {
        open.addAll(causes(entry.event().parentEventId(), entry.event().causalRefs()));
      }
    }
    return false;
  }

  private static List<EventId> causes(@Nullable EventId parent, List<EventId> refs) {
    var causes = new ArrayList<>(refs);
    if (parent != null) {
      causes.add(parent);
    }
    return causes;
  }

  /// The greatest logical time among the causes that the caller can see.
  private static long latestCause(Caller caller, EventDraft draft, Stamp stamp, Facts facts) {
    long latest = 0;
    for (var cause : draft.causalRefs()) {
      if (facts.find(new LineOf(cause)) instanceof LogEntry entry
          && Decide.mayRead(caller, entry, stamp)) {
        latest = Math.max(latest, entry.event().logicalTs());
      }
    }
    return latest;
  }
}
