package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.EventId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A payload with all that was decided about it: what the event of its submission holds. What
/// follows from it follows from this alone.
///
/// @param part 0 for the submission that made the payload, 1, 2 … for what later ones have added
/// @param first the submission that a later one has added to
/// @param observedAt its `extracted_at`
/// @param envelope as it was sent, without what it said about access
/// @param enriched the members that a later submission has added
/// @param unknownFields members of the body that no schema names
/// @param notes what else its writer was told
/// @param byContent whether of two observations that weigh the same the payload decides: see
///   [Stamp]
/// @param apart whether it is the same as others of its own [PayloadScope] only, not as all of its
///   owner's
/// @param file that it was read out of; null if it was submitted as it is
public record SubmittedPayload(
    String payloadId,
    String contentId,
    String capabilityId,
    int part,
    @Nullable EventId first,
    Instant observedAt,
    JsonObject envelope,
    List<ObservedEntity> observed,
    List<Relation> relations,
    List<String> enriched,
    List<String> unknownFields,
    PayloadNotes notes,
    boolean byContent,
    boolean apart,
    @Nullable PayloadFile file) {

  public static final EventType TYPE =
      new EventType(EventType.RESERVED_PREFIX + "payload_submitted");

  private static final String EVENT_PREFIX = "evt_";
  private static final int ULID_LENGTH = 26;
  private static final int ANY = Integer.MAX_VALUE;

  /// A relationship between two of the observed entities, by their places in the list.
  public record Relation(int from, String type, int to) {

    private static final Shape<Relation> SHAPE =
        object(
            fields -> {
              var from = fields.required("from", integer(0, ANY));
              var type = fields.required("type", text(1, ANY));
              var to = fields.required("to", integer(0, ANY));
              return fields.build(() -> new Relation(from.intValue(), type, to.intValue()));
            });

    JsonObject toJson() {
      return JsonObject.of("from", Json.of(from), "type", Json.of(type), "to", Json.of(to));
    }
  }

  public SubmittedPayload {
    observed = List.copyOf(observed);
    relations = List.copyOf(relations);
    enriched = List.copyOf(enriched);
    unknownFields = List.copyOf(unknownFields);
  }

  /// Whether it made the payload; else it added to it.
  public boolean isFirst() {
    return part == 0;
  }

  public JsonObject body() {
    var body = envelope.object("body");
    return body == null ? JsonObject.EMPTY : body;
  }

  public JsonObject provenance() {
    var provenance = envelope.object("provenance");
    return provenance == null ? JsonObject.EMPTY : provenance;
  }

  public List<String> sourceRefs() {
    var refs = provenance().array("source_refs");
    return refs == null ? List.of() : refs.texts();
  }

  public @Nullable String agentId() {
    return provenance().text("agent_id");
  }

  public @Nullable String clientRequestId() {
    return envelope.text("client_request_id");
  }

  /// The observations that the event of this submission holds.
  public List<Observation> observations(EventId event) {
    var observations = new ArrayList<Observation>();
    for (int i = 0; i < observed.size(); i++) {
      var each = observed.get(i);
      observations.add(
          new Observation(
              new Stamp(
                  observationId(event, i),
                  payloadId,
                  observedAt,
                  each.priority(),
                  each.specificity(),
                  each.source(),
                  byContent),
              each.entity(),
              each.type(),
              each.schemaVersion(),
              each.fieldsIn(body()),
              each.merged()));
    }
    return observations;
  }

  public static String observationId(EventId event, int number) {
    return "obs_" + unprefixed(event) + "_" + number;
  }

  public static String submissionId(EventId event) {
    return "sub_" + unprefixed(event);
  }

  /// The event of a submission, by the id of that; null if it cannot be one.
  public static @Nullable EventId eventOf(String submissionId) {
    return ofPrefixed(submissionId, "sub_");
  }

  /// The event that holds an observation; null if it cannot be one.
  public static @Nullable EventId eventOfObservation(String observationId) {
    int end = observationId.lastIndexOf('_');
    return end < 0 ? null : ofPrefixed(observationId.substring(0, end), "obs_");
  }

  private static @Nullable EventId ofPrefixed(String id, String prefix) {
    if (!id.startsWith(prefix) || id.length() != prefix.length() + ULID_LENGTH) {
      return null;
    }
    for (int i = prefix.length(); i < id.length(); i++) {
      char c = id.charAt(i);
      if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'))) {
        return null;
      }
    }
    return new EventId(EVENT_PREFIX + id.substring(prefix.length()));
  }

  private static String unprefixed(EventId event) {
    return event.value().substring(EVENT_PREFIX.length());
  }

  public JsonObject toPayload() {
    var members = new LinkedHashMap<String, Json>();
    members.put("payload_id", Json.of(payloadId));
    members.put("payload_content_id", Json.of(contentId));
    members.put("capability_id", Json.of(capabilityId));
    members.put("part", Json.of(part));
    if (first != null) {
      members.put("first_event_id", Json.of(first.value()));
    }
    members.put("observed_at", Json.of(observedAt));
    members.put("envelope", envelope);
    members.put(
        "observed", new JsonArray(observed.stream().<Json>map(ObservedEntity::toJson).toList()));
    members.put(
        "relations", new JsonArray(relations.stream().<Json>map(Relation::toJson).toList()));
    members.put("enriched", JsonArray.ofTexts(enriched));
    members.put("unknown_fields", JsonArray.ofTexts(unknownFields));
    members.put("warnings", JsonArray.ofTexts(notes.codes()));
    if (!notes.deleted().isEmpty()) {
      members.put(
          "deleted", JsonArray.ofTexts(notes.deleted().stream().map(EntityId::value).toList()));
    }
    if (!notes.unfit().isEmpty()) {
      members.put("unfit", new JsonArray(notes.unfit().stream().<Json>map(Unfit::toJson).toList()));
    }
    if (byContent) {
      members.put("by_content", JsonBoolean.TRUE);
    }
    if (apart) {
      members.put("apart", JsonBoolean.TRUE);
    }
    if (file != null) {
      members.put("file", file.toJson());
    }
    return new JsonObject(members);
  }

  /// The counterpart of [#toPayload]. Older events also say which source_refs their writer could
  /// not read; what a reader cannot read is found out for each.
  public static SubmittedPayload read(Event event) {
    var violations = new Violations();
    var fields = Fields.of(event.payload(), Pointer.ROOT, violations);
    var payloadId = fields.required("payload_id", text(1, ANY));
    var contentId = fields.required("payload_content_id", text(1, ANY));
    var capabilityId = fields.required("capability_id", text(1, ANY));
    var part = fields.required("part", integer(0, ANY));
    var first = fields.optional("first_event_id", id(EventId::new));
    var observedAt = fields.required("observed_at", instant());
    var envelope = fields.required("envelope", object());
    var observed = fields.required("observed", listOf(ObservedEntity.SHAPE, ANY));
    var relations = fields.required("relations", listOf(Relation.SHAPE, ANY));
    var enriched = fields.required("enriched", listOf(text(0, ANY), ANY));
    var unknown = fields.required("unknown_fields", listOf(text(0, ANY), ANY));
    var warnings = fields.required("warnings", listOf(text(0, ANY), ANY));
    var deleted = fields.optional("deleted", listOf(text(1, ANY), ANY), List.<String>of());
    var unfit = fields.optional("unfit", listOf(Unfit.SHAPE, ANY), List.<Unfit>of());
    var byContent = fields.optional("by_content", bool());
    var apart = fields.optional("apart", bool());
    var file = fields.optional("file", PayloadFile.SHAPE);
    if (!violations.isEmpty()) {
      throw new Corrupt("log.payload", event.eventId().value(), "not a submitted payload");
    }
    return new SubmittedPayload(
        payloadId,
        contentId,
        capabilityId,
        part.intValue(),
        first,
        observedAt,
        envelope,
        observed,
        relations,
        enriched,
        unknown,
        new PayloadNotes(warnings, deleted.stream().map(EntityId::new).toList(), unfit),
        byContent != null && byContent,
        apart != null && apart,
        file);
  }
}
