package dev.quipu.engine.compile;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.ArtifactType;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.MemoryType;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.object.StateType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the payload of an event says to the rules. Everything else in it is the caller's own.
///
/// @param text of the memory
/// @param failed whether something went wrong, by the payload's `status`
/// @param tokens that were used up
record Claims(
    @Nullable String text,
    @Nullable MemoryType memoryType,
    @Nullable State state,
    @Nullable Artifact artifact,
    List<Edge> edges,
    @Nullable String tool,
    @Nullable Json plan,
    boolean failed,
    @Nullable AgentId toAgent,
    @Nullable Json result,
    long tokens) {

  static final Claims NONE =
      new Claims(null, null, null, null, List.of(), null, null, false, null, null, 0);

  private static final int FIRST_HEARING = 2;

  /// What a number can hold exactly: no count is higher.
  static final long MAX_TOKENS = 1L << 53;

  private static final Set<String> FAILURES = Set.of("failed", "error", "failure");
  private static final int MAX_EDGES = 256;

  record State(StateType type, String key, Json value) {}

  /// @param uri where it lies, if it lies elsewhere
  /// @param body what it holds, if it was sent along
  record Artifact(
      @Nullable ArtifactType type,
      @Nullable String uri,
      @Nullable String body,
      @Nullable String name,
      @Nullable String mimeType) {}

  /// @param source null = the event's memory, or the event itself if there is none
  /// @param at where the payload says so
  record Edge(
      @Nullable ObjectRef source, EdgeType type, ObjectRef target, double weight, Pointer at) {}

  /// What an entry was heard to say: the first rules hear nothing, and did not look at it.
  static Claims heard(Recorded recorded) {
    return recorded.rules() < FIRST_HEARING ? NONE : of(recorded.event());
  }

  /// What a recorded event says. It was looked at when it was decided.
  static Claims of(Event event) {
    var violations = new Violations();
    var claims = read(event.eventType(), event.payload(), Pointer.ROOT, violations);
    if (!violations.isEmpty()) {
      throw new IllegalStateException("an event was accepted with " + violations.found());
    }
    return claims;
  }

  /// What the artifact of the event holds, if the event brought it along.
  @Nullable String content() {
    if (artifact != null) {
      return artifact.body();
    }
    return switch (result) {
      case null -> null;
      case JsonString(var text) -> text;
      default -> Canonical.text(result);
    };
  }

  static Claims read(EventType type, JsonObject payload, Pointer at, Violations violations) {
    if (type.isReserved()) {
      return NONE;
    }
    var rule = EventRule.of(type);
    var fields = Fields.of(payload, at, violations);
    var edges = new ArrayList<Edge>();
    if (payload.get("edges") instanceof JsonArray said) {
      readEdges(said, at.child("edges"), violations, edges);
    }
    if (rule.has(EventRule.Part.VERDICT)) {
      readVerdict(payload, at, violations, edges);
    }
    if (rule.has(EventRule.Part.RETRIEVED)
        && payload.get("object_refs") instanceof JsonArray retrieved) {
      readRetrieved(retrieved, at.child("object_refs"), violations, edges);
    }
    return new Claims(
        textOf(payload),
        payload.get("memory_type") instanceof JsonString
            ? fields.optional("memory_type", word(MemoryType.values(), MemoryType::wireName))
            : null,
        payload.get("state") instanceof JsonObject state
            ? readState(state, at.child("state"), violations)
            : null,
        payload.get("artifact") instanceof JsonObject artifact
            ? readArtifact(artifact, at.child("artifact"), violations)
            : null,
        edges,
        payload.text("tool"),
        rule.has(EventRule.Part.PLAN) ? there(payload.get("plan")) : null,
        FAILURES.contains(String.valueOf(payload.text("status"))),
        rule.has(EventRule.Part.HANDOFF) && payload.has("to_agent_id")
            ? fields.optional("to_agent_id", id(AgentId::new))
            : null,
        rule.has(EventRule.Part.RESULT) ? there(payload.get("result")) : null,
        payload.get("usage") instanceof JsonObject usage
            ? Fields.of(usage, at.child("usage"), violations)
                .optional("tokens", integer(0, MAX_TOKENS), 0L)
            : 0);
  }

  private static @Nullable Json there(@Nullable Json value) {
    return value == JsonNull.NULL ? null : value;
  }

  private static @Nullable String textOf(JsonObject payload) {
    var chosen = payload.text(textField(payload));
    return chosen == null || chosen.isBlank() ? null : chosen;
  }

  /// Which member of a payload is the text of the memory, if any is.
  static String textField(JsonObject payload) {
    return payload.text("text") == null ? "content" : "text";
  }

  private static @Nullable State readState(JsonObject state, Pointer at, Violations violations) {
    var fields = Fields.of(state, at, violations);
    var type =
        fields.optional(
            "type", word(StateType.values(), StateType::wireName), StateType.BLACKBOARD);
    var key = fields.required("key", Shape.text(1, ObjectSchemas.MAX_NAME));
    var value = fields.optional("value", json(), Json.NULL);
    if (Budget.isCount(type.wireName(), key)) {
      fields.refuse("key", "state.counted", "This is counted by the server: choose another key.");
    }
    return fields.build(() -> new State(type, key, value));
  }

  private static @Nullable Artifact readArtifact(
      JsonObject artifact, Pointer at, Violations violations) {
    var fields = Fields.of(artifact, at, violations);
    var type = fields.optional("type", word(ArtifactType.values(), ArtifactType::wireName));
    var uri = fields.optional("uri", Shape.text(1, ObjectSchemas.MAX_PROSE));
    var body = fields.optional("body", Shape.text(0, Integer.MAX_VALUE));
    var name = fields.optional("name", Shape.text(1, ObjectSchemas.MAX_NAME));
    var mimeType = fields.optional("mime_type", Shape.text(1, ObjectSchemas.MAX_NAME));
    if (uri == null && body == null && violations.isEmpty()) {
      violations.add(at, "artifact.empty", "Say where it lies (uri) or what it is (body).");
    }
    return fields.build(() -> new Artifact(type, uri, body, name, mimeType));
  }

  private static void readEdges(
      JsonArray said, Pointer at, Violations violations, List<Edge> into) {
    if (said.items().size() > MAX_EDGES) {
      violations.add(at, "list.length", "Send at most " + MAX_EDGES + " edges with one event.");
      return;
    }
    for (int i = 0; i < said.items().size(); i++) {
      var place = at.child(i);
      var fields = Fields.of(said.items().get(i), place, violations);
      var type = fields.required("edge_type", word(EdgeType.values(), EdgeType::wireName));
      var target = end(fields, "dst", true);
      var source = end(fields, "src", false);
      var weight = fields.optional("weight", number(0, ObjectSchemas.MAX_WEIGHT), 1.0);
      fields.refuseOthers();
      var edge =
          fields.build(() -> target == null ? null : new Edge(source, type, target, weight, place));
      if (edge != null) {
        into.add(edge);
      }
    }
  }

  private static @Nullable ObjectRef end(Fields fields, String side, boolean required) {
    var typeField = side + "_type";
    var idField = side + "_object_id";
    if (!required && !fields.has(typeField) && !fields.has(idField)) {
      return null;
    }
    var type = fields.required(typeField, endType());
    var id = fields.required(idField, id(Claims::identifier));
    return fields.build(() -> new ObjectRef(type, id));
  }

  private static void readVerdict(
      JsonObject payload, Pointer at, Violations violations, List<Edge> into) {
    if (payload.object("target") == null) {
      return;
    }
    var place = at.child("target");
    var verdict =
        Fields.of(payload, at, violations).required("verdict", word(VERDICTS, EdgeType::wireName));
    var target = target(payload.object("target"), place, violations);
    if (target != null && violations.isEmpty()) {
      into.add(new Edge(null, verdict, target, 1, place));
    }
  }

  private static final EdgeType[] VERDICTS = {EdgeType.SUPPORTS, EdgeType.CONTRADICTS};

  private static void readRetrieved(
      JsonArray refs, Pointer at, Violations violations, List<Edge> into) {
    if (refs.items().size() > MAX_EDGES) {
      violations.add(at, "list.length", "Name at most " + MAX_EDGES + " objects.");
      return;
    }
    for (int i = 0; i < refs.items().size(); i++) {
      var place = at.child(i);
      var target = target(refs.items().get(i), place, violations);
      if (target != null) {
        into.add(new Edge(null, EdgeType.DERIVED_FROM, target, 1, place));
      }
    }
  }

  /// A reference as seed 001 writes them: object_type and object_id.
  private static @Nullable ObjectRef target(
      @Nullable Json said, Pointer at, Violations violations) {
    var fields = Fields.of(said == null ? Json.NULL : said, at, violations);
    var type = fields.required("object_type", endType());
    var id = fields.required("object_id", id(Claims::identifier));
    return fields.build(() -> new ObjectRef(type, id));
  }

  private static Shape<ObjectType> endType() {
    return word(ObjectSchemas.endTypes().toArray(ObjectType[]::new), ObjectType::wireName);
  }

  private static String identifier(String text) {
    Identifier.checked(text);
    return text;
  }
}
