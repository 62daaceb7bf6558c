package dev.quipu.server.rest;

import dev.quipu.engine.ingest.Written;
import dev.quipu.engine.inspect.PayloadView;
import dev.quipu.engine.inspect.Payloads;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.EventId;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.BodySummary;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.payload.Unfit;
import dev.quipu.model.payload.ValueType;
import dev.quipu.wire.EventAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Payloads and what they say, as answers show them.
final class PayloadAnswer {

  /// What the codes that a payload is kept with say.
  private static final Map<String, String> WARNINGS =
      Map.of(
          "time.future",
          "extracted_at is ahead of our clock; kept as it is.",
          "payload.no_identity",
          "The body has none of the fields that tell payloads of this capability apart:"
              + " all such payloads are one, and what they say is told of one entity.");

  private static final JsonObject ACCESS_UNCHANGED =
      JsonObject.of(
          "code", Json.of("access.unchanged"),
          "message",
              Json.of(
                  "This payload is there already, and who may see it and how it is filed has not"
                      + " changed. To tell the same to others, submit it with an"
                      + " extractor_version of its own: that is a payload of its own."));

  private PayloadAnswer() {}

  /// Who has submitted something, and how.
  ///
  /// @param said of access
  /// @param trial whether nothing was to be written
  record Asked(Caller caller, AccessDraft said, boolean trial) {}

  /// What became of a submission.
  static JsonObject submitted(Payloads payloads, Asked asked, Written written) {
    boolean trial = asked.trial();
    var entry = written.entry();
    var receipt = written.receipt();
    var payload = SubmittedPayload.read(entry.event());
    var dangling = payloads.dangling(asked.caller(), payload, ReadTime.NOW);
    boolean isNew = receipt.status() == Receipt.Status.ACCEPTED;
    boolean created = payload.isFirst() && receipt.status() != Receipt.Status.DUPLICATE;
    var first = payload.first() == null ? entry.eventId() : payload.first();
    var members = new LinkedHashMap<String, Json>();
    members.put("payload_id", Json.of(payload.payloadId()));
    members.put("payload_content_id", Json.of(payload.contentId()));
    members.put("payload_submission_id", Json.of(SubmittedPayload.submissionId(first)));
    members.put("created", Json.of(created));
    members.put("enriched", JsonArray.ofTexts(payload.enriched()));
    members.put("entities", entities(payload));
    members.put("observations", observations(payload, entry.eventId()));
    members.put("relationships", relations(payload));
    members.put("unknown_fields", JsonArray.ofTexts(payload.unknownFields()));
    boolean isRepeated = receipt.status() == Receipt.Status.DUPLICATE;
    var deleted = isRepeated ? payloads.deleted(asked.caller(), entry) : payload.notes().deleted();
    var warnings = warnings(payload, dangling, deleted);
    if (isRepeated && saysOther(asked.said(), entry)) {
      warnings.add(ACCESS_UNCHANGED);
    }
    members.put("warnings", new JsonArray(warnings));
    members.put("message", Json.of(message(created, payload.isFirst(), trial && isNew)));
    members.put("dry_run", Json.of(trial));
    if (!trial) {
      members.put("event_id", Json.of(entry.eventId().value()));
      members.put("position", Json.of(receipt.position().value()));
      members.put("log_id", Json.of(receipt.logId()));
    }
    return new JsonObject(members);
  }

  private static String message(boolean created, boolean first, boolean trial) {
    if (trial) {
      return "Compiled, and nothing was written";
    }
    if (created) {
      return "Payload created and observations extracted";
    }
    return first
        ? "Duplicate payload found, returning existing"
        : "Duplicate payload found, its new fields were added to the existing one";
  }

  /// One warning each kind; that of what is unknown says nothing of why.
  ///
  /// @param deleted entities of which nothing is shown
  private static List<Json> warnings(
      SubmittedPayload payload, List<String> dangling, List<EntityId> deleted) {
    var warnings = new ArrayList<Json>();
    if (!dangling.isEmpty()) {
      warnings.add(
          JsonObject.of(
              "code", Json.of("dangling"),
              "message", Json.of("These source_refs name no payload that you can read; kept."),
              "source_refs", JsonArray.ofTexts(dangling)));
    }
    if (!payload.unknownFields().isEmpty()) {
      warnings.add(
          JsonObject.of(
              "code", Json.of("field.undeclared"),
              "message", Json.of("No schema declares these fields; kept with the entity."),
              "fields", JsonArray.ofTexts(payload.unknownFields())));
    }
    if (!payload.notes().unfit().isEmpty()) {
      warnings.add(
          JsonObject.of(
              "code", Json.of("field.unfit"),
              "message",
                  Json.of(
                      "These values are not what the schema in force declares; kept as they are."),
              "fields",
                  new JsonArray(
                      payload.notes().unfit().stream().<Json>map(PayloadAnswer::unfit).toList())));
    }
    if (!deleted.isEmpty()) {
      warnings.add(
          JsonObject.of(
              "code", Json.of("entity.deleted"),
              "message",
                  Json.of(
                      "These entities were deleted and stay so: what is told of them is kept, and"
                          + " not shown until somebody restores them by"
                          + " POST /v1/entities/{entity_id}/restore."),
              "entity_ids", JsonArray.ofTexts(deleted.stream().map(EntityId::value).toList())));
    }
    for (var code : payload.notes().codes()) {
      warnings.add(
          JsonObject.of(
              "code", Json.of(code), "message", Json.of(WARNINGS.getOrDefault(code, ""))));
    }
    if (!payload.observed().getFirst().resolved()) {
      warnings.add(
          JsonObject.of(
              "code", Json.of("entity.unresolved"),
              "message",
                  Json.of(
                      "Nothing in the body tells which entity this is; known by its content.")));
    }
    return warnings;
  }

  /// Whether somebody who repeats a payload wants it seen by others, or for another time, or filed
  /// elsewhere than it is.
  private static boolean saysOther(AccessDraft said, LogEntry entry) {
    var kept = entry.recorded().envelope();
    var lifetime = said.lifetime();
    return isOther(said.visibility(), kept.visibility())
        || (!said.indexed() && kept.indexed())
        || (lifetime != null
            && !Iso8601.later(entry.visibleTime(), lifetime).equals(kept.expiresAt()))
        || isOther(said.project(), kept.project())
        || (!said.tags().isEmpty() && !said.tags().equals(kept.tags()))
        || isOther(said.lang(), kept.lang());
  }

  private static boolean isOther(@Nullable Object said, @Nullable Object kept) {
    return said != null && !said.equals(kept);
  }

  private static JsonObject unfit(Unfit value) {
    return JsonObject.of(
        "pointer", Json.of(Pointer.ROOT.child("body").child(value.member()).text()),
        "entity_type", Json.of(value.entityType()),
        "field", Json.of(value.field()),
        "type", Json.of(value.type().wireName()),
        "hint", Json.of(hint(value.type())));
  }

  private static String hint(ValueType type) {
    return switch (type) {
      case STRING -> "Write a text, in quotes.";
      case NUMBER -> "Write a number, such as 1234.5.";
      case DATE -> "Write a day as 2024-01-15, or a time with its zone as 2024-01-15T10:00:00Z.";
      case BOOLEAN -> "Write true or false.";
      case ARRAY -> "Write a list, in [ ].";
      case OBJECT -> "Write an object, in { }.";
    };
  }

  private static Json entities(SubmittedPayload payload) {
    var entities = new LinkedHashMap<String, Json>();
    payload.observed().forEach(each -> entities.putIfAbsent(each.entity().value(), entity(each)));
    return new JsonArray(List.copyOf(entities.values()));
  }

  private static JsonObject entity(ObservedEntity said) {
    var members = new LinkedHashMap<String, Json>();
    members.put("entity_id", Json.of(said.entity().value()));
    members.put("entity_type", Json.of(said.type()));
    members.put("name", Json.of(said.name()));
    members.put("resolved", Json.of(said.resolved()));
    members.put("identity", JsonArray.ofTexts(said.identity()));
    members.put("memory_id", Json.of(said.entity().memory().id()));
    return new JsonObject(members);
  }

  private static Json observations(SubmittedPayload payload, EventId event) {
    var all = new ArrayList<Json>();
    payload
        .observations(event)
        .forEach(
            each ->
                all.add(
                    JsonObject.of(
                        "observation_id", Json.of(each.id()),
                        "entity_id", Json.of(each.entity().value()),
                        "entity_type", Json.of(each.entityType()),
                        "fields", JsonArray.ofTexts(new TreeSet<>(each.fields().names())))));
    return new JsonArray(all);
  }

  private static Json relations(SubmittedPayload payload) {
    return new JsonArray(
        payload.relations().stream()
            .<Json>map(
                each ->
                    JsonObject.of(
                        "type", Json.of(each.type()),
                        "source_entity_id", id(payload, each.from()),
                        "target_entity_id", id(payload, each.to())))
            .toList());
  }

  private static Json id(SubmittedPayload payload, int place) {
    return Json.of(payload.observed().get(place).entity().value());
  }

  /// A submission as it is kept.
  ///
  /// @param capability that it was submitted by; null if it cannot be seen any more
  /// @param dangling its source_refs that the reader cannot read
  static JsonObject of(PayloadView view, @Nullable Capability capability, List<String> dangling) {
    var payload = view.payload();
    var entry = view.entry();
    var first = payload.first() == null ? entry.eventId() : payload.first();
    var members = new LinkedHashMap<String, Json>();
    members.put("payload_id", Json.of(payload.payloadId()));
    members.put("payload_content_id", Json.of(payload.contentId()));
    members.put("payload_submission_id", Json.of(SubmittedPayload.submissionId(first)));
    members.put("capability_id", Json.of(payload.capabilityId()));
    members.put("part", Json.of(payload.part()));
    members.put("body", payload.body());
    members.put("provenance", payload.provenance());
    members.put("client_request_id", Json.ofNullable(payload.clientRequestId()));
    members.put(
        "summary",
        Json.ofNullable(capability == null ? null : BodySummary.of(capability, payload.body())));
    var file = payload.file();
    members.put("file", file == null ? Json.NULL : file.toJson());
    members.put("entities", entities(payload));
    members.put("observations", observations(payload, entry.eventId()));
    members.put("relationships", relations(payload));
    members.put("enriched", JsonArray.ofTexts(payload.enriched()));
    members.put("unknown_fields", JsonArray.ofTexts(payload.unknownFields()));
    members.put("dangling", JsonArray.ofTexts(dangling));
    members.put("submitted_by", EventAnswer.principal(entry.recorded().recordedBy()));
    members.put("created_at", Json.of(entry.visibleTime()));
    members.put("event_id", Json.of(entry.eventId().value()));
    members.put("position", Json.of(entry.position().value()));
    members.put("access", EnvelopeJson.write(entry.recorded().envelope()));
    return new JsonObject(members);
  }

  static JsonObject of(Payloads.Seen seen) {
    var observation = seen.observation();
    var stamp = observation.stamp();
    var entry = seen.in().entry();
    var members = new LinkedHashMap<String, Json>();
    members.put("observation_id", Json.of(observation.id()));
    members.put("entity_id", Json.of(seen.entity().value()));
    if (!seen.entity().equals(observation.entity())) {
      members.put("split_from", Json.of(observation.entity().value()));
    }
    members.put("entity_type", Json.of(observation.entityType()));
    members.put("schema_version", Json.of(observation.schemaVersion()));
    members.put("source_payload_id", Json.of(stamp.payload()));
    members.put("observed_at", Json.of(stamp.at()));
    members.put("specificity", Json.of(stamp.specificity()));
    members.put("priority", Json.of(stamp.priority()));
    members.put("source", Json.of(stamp.source().wireName()));
    members.put("fields", observation.fields());
    members.put("agent_id", Json.ofNullable(seen.in().payload().agentId()));
    members.put("created_at", Json.of(entry.visibleTime()));
    members.put("position", Json.of(entry.position().value()));
    return new JsonObject(members);
  }

  static Map<String, JsonObject> schemas() {
    var entity = new LinkedHashMap<String, JsonObject>();
    entity.put("entity_id", Schemas.ID);
    entity.put("entity_type", Schemas.TEXT);
    entity.put("name", Schemas.TEXT);
    entity.put("resolved", Schemas.BOOLEAN);
    entity.put("identity", Schemas.list(Schemas.TEXT));
    entity.put("memory_id", Schemas.ID);
    var observed =
        Schemas.object(
            Map.of(
                "observation_id", Schemas.ID,
                "entity_id", Schemas.ID,
                "entity_type", Schemas.TEXT,
                "fields", Schemas.list(Schemas.TEXT)));
    var relation =
        Schemas.object(
            Map.of(
                "type", Schemas.TEXT,
                "source_entity_id", Schemas.ID,
                "target_entity_id", Schemas.ID));
    var compiled = new LinkedHashMap<String, JsonObject>();
    compiled.put("payload_id", Schemas.ID);
    compiled.put("payload_content_id", Schemas.ID);
    compiled.put("payload_submission_id", Schemas.ID);
    compiled.put("enriched", Schemas.list(Schemas.TEXT));
    compiled.put("entities", Schemas.list(Schemas.object(entity)));
    compiled.put("observations", Schemas.list(observed));
    compiled.put("relationships", Schemas.list(relation));
    compiled.put("unknown_fields", Schemas.list(Schemas.TEXT));
    var submitted = new LinkedHashMap<>(compiled);
    submitted.put("created", Schemas.BOOLEAN);
    submitted.put("warnings", Schemas.list(Schemas.ANY_OBJECT));
    submitted.put("message", Schemas.TEXT);
    submitted.put("dry_run", Schemas.BOOLEAN);
    submitted.put("event_id?", Schemas.ID);
    submitted.put("position?", Schemas.INTEGER);
    submitted.put("log_id?", Schemas.TEXT);
    var shown = new LinkedHashMap<>(compiled);
    shown.put("capability_id", Schemas.TEXT);
    shown.put("part", Schemas.INTEGER);
    shown.put("body", Schemas.ANY_OBJECT);
    shown.put("provenance", Schemas.ANY_OBJECT);
    shown.put("client_request_id", Schemas.nullable(Schemas.TEXT));
    shown.put("summary", Schemas.nullable(Schemas.TEXT));
    shown.put("file", Schemas.nullable(Schemas.ANY_OBJECT));
    shown.put("embedding?", Schemas.nullable(Schemas.ANY_OBJECT));
    shown.put("dangling", Schemas.list(Schemas.TEXT));
    shown.put("submitted_by", Schemas.ANY_OBJECT);
    shown.put("created_at", Schemas.TIME);
    shown.put("event_id", Schemas.ID);
    shown.put("position", Schemas.INTEGER);
    shown.put("access", Schemas.reference("Access"));
    var observation = new LinkedHashMap<String, JsonObject>();
    for (var name : List.of("observation_id", "entity_id", "source_payload_id")) {
      observation.put(name, Schemas.ID);
    }
    for (var name : List.of("entity_type", "schema_version", "source")) {
      observation.put(name, Schemas.TEXT);
    }
    observation.put("split_from?", Schemas.ID);
    observation.put("observed_at", Schemas.TIME);
    observation.put("specificity", Schemas.NUMBER);
    observation.put("priority", Schemas.INTEGER);
    observation.put("fields", Schemas.ANY_OBJECT);
    observation.put("agent_id", Schemas.nullable(Schemas.TEXT));
    observation.put("created_at", Schemas.TIME);
    observation.put("position", Schemas.INTEGER);
    return Map.of(
        "SubmittedPayload", Schemas.object(submitted),
        "Payload", Schemas.object(shown),
        "Observation", Schemas.object(observation));
  }

  /// Ids once each, in their order.
  static Json distinct(List<String> ids) {
    return JsonArray.ofTexts(List.copyOf(new LinkedHashSet<>(ids)));
  }
}
