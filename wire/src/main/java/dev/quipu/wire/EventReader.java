package dev.quipu.wire;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.model.Limits;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.EventClaims;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.GivenVector;
import dev.quipu.model.log.Hash;
import java.time.InstantSource;
import java.util.List;
import java.util.function.ToIntFunction;

/// Reads the flat event of seed 001 as a caller sends it, with what our envelope adds. Thread-safe.
public final class EventReader {

  private static final long MAX_INTEGER = 1L << 53;

  private final Limits limits;
  private final InstantSource clock;
  private final ToIntFunction<String> dimensions;

  /// @param dimensions how many numbers the vectors of a model have; 0 = that is not known
  public EventReader(Limits limits, InstantSource clock, ToIntFunction<String> dimensions) {
    this.limits = limits;
    this.clock = clock;
    this.dimensions = dimensions;
  }

  /// Reads an event, or records why it is none; then the answer must not be used.
  ///
  /// @param tenant whose log it goes to; an event that names another is refused
  public EventDraft read(Json json, Pointer at, Violations violations, TenantId tenant) {
    var fields = Fields.of(json, at, violations);
    var eventId = fields.optional("event_id", id(EventId::new));
    refuseForeign(fields, tenant);
    var workspaceId = fields.optional("workspace_id", id(WorkspaceId::new));
    var agentId = fields.optional("agent_id", id(AgentId::new));
    var sessionId = fields.optional("session_id", id(SessionId::new));
    var eventType = fields.required("event_type", id(EventType::new));
    var eventTime = fields.optional("event_time", instant());
    // The server's own clock decides these two. They are taken so that an event can be sent on as
    // another system has shown it.
    fields.optional("ingest_time", instant());
    fields.optional("visible_time", instant());
    var logicalTs = fields.optional("logical_ts", integer(0, MAX_INTEGER));
    var parentEventId = fields.optional("parent_event_id", id(EventId::new));
    var causalRefs =
        fields.optional(
            "causal_refs", listOf(id(EventId::new), limits.maxCausalRefs()), List.<EventId>of());
    var payload = fields.optional("payload", object(), JsonObject.EMPTY);
    GivenVector.check(payload, dimensions, at.child("payload"), violations);
    var source = fields.optional("source", text(0, limits.maxSourceLength()), "");
    var importance = fields.optional("importance", number(0, 1), EventDraft.DEFAULT_IMPORTANCE);
    var version = fields.optional("version", integer(1, Integer.MAX_VALUE), 1L);
    var access = AccessRequest.read(fields, violations, limits);
    fields.refuseOthers();
    var content = content(json);
    if (content.length > limits.maxLineBytes()) {
      violations.add(
          at, "event.too_large", "Send an event of at most " + limits.maxLineBytes() + " bytes.");
    }
    new EventClaims(eventId, eventType, eventTime, parentEventId, causalRefs)
        .faults(clock.instant(), limits.clockSkew(), at)
        .forEach(violations::foresee);
    return fields.build(
        () ->
            new EventDraft(
                eventId,
                workspaceId,
                agentId,
                sessionId,
                eventType,
                eventTime,
                logicalTs,
                parentEventId,
                causalRefs,
                payload,
                source,
                importance,
                version.intValue(),
                access,
                Hash.of(content)));
  }

  private static void refuseForeign(Fields fields, TenantId tenant) {
    var named = fields.optional("tenant_id", id(TenantId::new));
    if (named != null && !named.equals(tenant)) {
      fields.refuse(
          "tenant_id", "tenant.foreign", "The token decides the tenant: leave this field out.");
    }
  }

  /// What was sent, without the times that are overridden anyway: the same event sent again by a
  /// system that stamps its own is still the same event.
  private static byte[] content(Json json) {
    return json instanceof JsonObject object
        ? Canonical.bytes(object.without("ingest_time").without("visible_time"))
        : new byte[0];
  }
}
