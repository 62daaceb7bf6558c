package dev.quipu.model.log;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.IdentifierJson;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The header of an entry as JSON: everything but the payload. Its canonical bytes are what
/// `header_hash` is over.
///
/// @param effects what the entry gave rise to
public record EntryHeader(Recorded recorded, List<Effect> effects) {

  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final long MAX_INTEGER = 1L << 53;

  private static final Shape<Effect> EFFECT =
      object(
          fields -> {
            var type =
                fields.required("object_type", word(ObjectType.values(), ObjectType::wireName));
            var id = fields.required("object_id", text(1, NO_LIMIT));
            var version = fields.required("version", integer(0, NO_LIMIT));
            return fields.build(() -> new Effect(new ObjectRef(type, id), version.intValue()));
          });

  private static final Shape<Principal> PRINCIPAL =
      object(
          fields -> {
            var kind =
                fields.required("kind", word(Principal.Kind.values(), Principal.Kind::wireName));
            var id = fields.required("id", text(1, NO_LIMIT));
            return fields.build(() -> new Principal(kind, id));
          });

  /// The event's fields without its payload, as every answer shows them.
  public static Map<String, Json> eventFields(Event event) {
    // Room for the rest of a header too.
    Map<String, Json> members = LinkedHashMap.newLinkedHashMap(24);
    members.put("event_id", Json.of(event.eventId().value()));
    members.put("tenant_id", Json.of(event.tenantId().value()));
    members.put("workspace_id", IdentifierJson.of(event.workspaceId()));
    members.put("agent_id", IdentifierJson.of(event.agentId()));
    members.put("session_id", IdentifierJson.of(event.sessionId()));
    members.put("event_type", Json.of(event.eventType().value()));
    members.put("event_time", Json.of(event.eventTime()));
    members.put("ingest_time", Json.of(event.ingestTime()));
    members.put("visible_time", Json.of(event.visibleTime()));
    members.put("logical_ts", Json.of(event.logicalTs()));
    members.put("parent_event_id", IdentifierJson.of(event.parentEventId()));
    members.put(
        "causal_refs", JsonArray.ofTexts(event.causalRefs().stream().map(EventId::value).toList()));
    members.put("source", Json.of(event.source()));
    members.put("importance", Json.of(event.importance()));
    members.put("visibility", Json.of(event.visibility()));
    members.put("version", Json.of(event.version()));
    return members;
  }

  public JsonObject toJson() {
    var members = eventFields(recorded.event());
    members.put("position", Json.of(recorded.position().value()));
    members.put("rules", Json.of(recorded.rules()));
    members.put(
        "recorded_by",
        JsonObject.of(
            "kind",
            Json.of(recorded.recordedBy().kind().wireName()),
            "id",
            Json.of(recorded.recordedBy().id())));
    members.put("envelope", EnvelopeJson.write(recorded.envelope()));
    members.put("content_hash", Json.of(recorded.contentHash().hex()));
    members.put("effects", new JsonArray(effects.stream().<Json>map(EntryHeader::effect).toList()));
    return new JsonObject(members);
  }

  public static JsonObject effect(Effect effect) {
    return JsonObject.of(
        "object_type", Json.of(effect.object().type().wireName()),
        "object_id", Json.of(effect.object().id()),
        "version", Json.of(effect.version()));
  }

  /// The counterpart of [#toJson].
  public static EntryHeader read(JsonObject json, JsonObject payload) {
    var violations = new Violations();
    var fields = Fields.of(json, Pointer.ROOT, violations);
    var eventId = fields.required("event_id", id(EventId::new));
    var tenantId = fields.required("tenant_id", id(TenantId::new));
    var workspaceId = fields.optional("workspace_id", id(WorkspaceId::new));
    var agentId = fields.optional("agent_id", id(AgentId::new));
    var sessionId = fields.optional("session_id", id(SessionId::new));
    var eventType = fields.required("event_type", id(EventType::new));
    var eventTime = fields.required("event_time", instant());
    var ingestTime = fields.required("ingest_time", instant());
    var visibleTime = fields.required("visible_time", instant());
    var logicalTs = fields.required("logical_ts", integer(0, MAX_INTEGER));
    var parentEventId = fields.optional("parent_event_id", id(EventId::new));
    var causalRefs = fields.required("causal_refs", listOf(id(EventId::new), NO_LIMIT));
    var source = fields.required("source", text(0, NO_LIMIT));
    var importance = fields.required("importance", number(0, 1));
    var visibility = fields.required("visibility", text(1, NO_LIMIT));
    var version = fields.required("version", integer(1, NO_LIMIT));
    var position = fields.required("position", integer(1, MAX_INTEGER));
    var rules = fields.required("rules", integer(1, NO_LIMIT));
    var recordedBy = fields.required("recorded_by", PRINCIPAL);
    var envelope = fields.required("envelope", object());
    var contentHash = fields.required("content_hash", text(64, 64));
    var effects = fields.required("effects", listOf(EFFECT, NO_LIMIT));
    violations.throwIfAny();
    var event =
        new Event(
            eventId,
            tenantId,
            workspaceId,
            agentId,
            sessionId,
            eventType,
            eventTime,
            ingestTime,
            visibleTime,
            logicalTs,
            parentEventId,
            causalRefs,
            payload,
            source,
            importance,
            visibility,
            version.intValue());
    var recorded =
        new Recorded(
            new LogPosition(position),
            rules.intValue(),
            event,
            EnvelopeJson.read(envelope),
            recordedBy,
            Hash.ofHex(contentHash));
    return new EntryHeader(recorded, effects);
  }
}
