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
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.FieldKind;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.FactKey.FirstWith;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Accepts what happened.
final class EventDecisions {

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
    checkTool(draft, violations);
    checkHashes(claims, draft.payload(), violations);
    checkMediaType(claims, violations);
    var references = References.of(caller, stamp, facts, violations);
    for (var edge : claims.edges()) {
      references.link(edge.source(), edge.at(), edge.type(), edge.target(), edge.at());
      boolean ownCause =
          edge.source() == null && edge.type() == EdgeType.CAUSED_BY && claims.text() == null;
      if (ownCause && draft.eventId() != null && isNamed(draft.eventId(), facts)) {
        references.caused(ObjectRef.of(draft.eventId()), edge.target(), edge.at());
      }
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

  /// A tool that has no name is none, and no state can be kept under it.
  private static void checkTool(EventDraft draft, Violations violations) {
    var tool = draft.eventType().isReserved() ? null : draft.payload().text("tool");
    if (tool != null && tool.isBlank()) {
      violations.add(
          Pointer.ROOT.child("payload").child("tool"),
          "text.length",
          "Send the name of the tool, or leave it out.");
    }
  }

  private static void checkMediaType(Claims claims, Violations violations) {
    var said = claims.artifact();
    if (said != null && said.mimeType() != null) {
      var at = Pointer.ROOT.child("payload").child("artifact").child("mime_type");
      new FieldKind.Media().normalise(Json.of(said.mimeType()), at, violations);
    }
  }

  /// What is said to be the hash of content that comes along has to be it.
  private static void checkHashes(Claims claims, JsonObject payload, Violations violations) {
    var said = payload.object("artifact");
    var body = claims.artifact() == null ? null : claims.artifact().body();
    if (said == null || body == null) {
      return;
    }
    var hash = Hash.of(body.getBytes(StandardCharsets.UTF_8)).hex();
    for (var name : List.of("hash", "sha256")) {
      var text = said.text(name);
      if (text != null && !text.equalsIgnoreCase(hash)) {
        violations.add(
            Pointer.ROOT.child("payload").child("artifact").child(name),
            "blob.hash",
            "The body has the SHA-256 " + hash + ": send that in hexadecimal digits, or nothing.");
      }
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
    var causes = Causes.stated(draft.parentEventId(), draft.causalRefs());
    causes.removeIf(cause -> id != null && cause.equals(ObjectRef.of(id))); // another fault
    return id != null
        && !causes.isEmpty()
        && isNamed(id, facts)
        && new Causes(caller, stamp, facts).lead(causes, ObjectRef.of(id));
  }

  /// Whether an event is named as a cause already, before it is there.
  private static boolean isNamed(EventId id, Facts facts) {
    return facts.find(new FirstWith(ObjectType.EVENT, ViewChanges.CAUSED_BY, id.value())) != null;
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
