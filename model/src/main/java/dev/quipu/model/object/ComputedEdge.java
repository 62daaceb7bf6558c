package dev.quipu.model.object;

import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An edge that merely repeats a field: it is not stored, but read out of the object that says so.
/// One row of the table in docs/objects.md for each type of source; lists have their order.
public enum ComputedEdge {
  SESSION_OF_EVENT(
      EdgeType.BELONGS_TO_TASK, ObjectType.EVENT, ObjectType.SESSION, "session_id", "session_id"),
  SESSION_OF_MEMORY(
      EdgeType.BELONGS_TO_TASK, ObjectType.MEMORY, ObjectType.SESSION, "session_id", "session_id"),
  SESSION_OF_STATE(
      EdgeType.BELONGS_TO_TASK, ObjectType.STATE, ObjectType.SESSION, "session_id", "session_id"),
  SESSION_OF_ARTIFACT(
      EdgeType.BELONGS_TO_TASK,
      ObjectType.ARTIFACT,
      ObjectType.SESSION,
      "session_id",
      "session_id"),
  PARENT_OF_SESSION(
      EdgeType.BELONGS_TO_TASK,
      ObjectType.SESSION,
      ObjectType.SESSION,
      "parent_session_id",
      "parent_session_id"),
  CAUSE_OF_EVENT(
      EdgeType.CAUSED_BY, ObjectType.EVENT, ObjectType.EVENT, "causal_refs", "caused_by"),
  SOURCE_OF_MEMORY(
      EdgeType.DERIVED_FROM,
      ObjectType.MEMORY,
      ObjectType.EVENT,
      "source_event_ids",
      "source_event_ids"),
  SOURCE_OF_STATE(
      EdgeType.DERIVED_FROM, ObjectType.STATE, ObjectType.EVENT, "derived_from_event_id", null),
  SOURCE_OF_ARTIFACT(
      EdgeType.DERIVED_FROM, ObjectType.ARTIFACT, ObjectType.EVENT, "produced_by_event_id", null),
  EMBEDDING_OF_MEMORY(
      EdgeType.EMBEDDED_AS, ObjectType.MEMORY, ObjectType.EMBEDDING, "content", "content");

  private final EdgeType type;
  private final ObjectType from;
  private final ObjectType to;
  private final String field;
  private final @Nullable String key;

  ComputedEdge(EdgeType type, ObjectType from, ObjectType to, String field, @Nullable String key) {
    this.type = type;
    this.from = from;
    this.to = to;
    this.field = field;
    this.key = key;
  }

  public EdgeType type() {
    return type;
  }

  public ObjectType from() {
    return from;
  }

  public ObjectType to() {
    return to;
  }

  /// Where sources say so.
  public String field() {
    return field;
  }

  /// What sources are listed under by their target; null if they are not.
  public @Nullable String key() {
    return key;
  }

  /// Whether the target, an event, names sources among its effects: those that it has made.
  public boolean isAmongEffects() {
    return type == EdgeType.DERIVED_FROM;
  }

  /// What a source of this type points at, each once, in the order in which it says so.
  public Set<ObjectRef> targets(JsonObject source) {
    var targets = new LinkedHashSet<ObjectRef>();
    if (this == CAUSE_OF_EVENT) {
      texts(source.get("parent_event_id")).forEach(id -> targets.add(new ObjectRef(to, id)));
    }
    texts(source.get(field)).forEach(id -> targets.add(new ObjectRef(to, id)));
    return targets;
  }

  private static List<String> texts(@Nullable Json value) {
    return switch (value) {
      case JsonString(var text) -> List.of(text);
      case JsonArray(var items) ->
          items.stream()
              .filter(JsonString.class::isInstance)
              .map(item -> ((JsonString) item).value())
              .toList();
      case null, default -> List.of();
    };
  }

  /// The edge itself: the nine fields of seed 001.
  public JsonObject edge(ObjectRef source, ObjectRef target, Instant created) {
    Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(9);
    fields.put("edge_id", Json.of(id(source, target)));
    fields.put("src_object_id", Json.of(source.id()));
    fields.put("src_type", Json.of(source.type().wireName()));
    fields.put("edge_type", Json.of(type.wireName()));
    fields.put("dst_object_id", Json.of(target.id()));
    fields.put("dst_type", Json.of(target.type().wireName()));
    fields.put("weight", Json.of(1));
    fields.put("provenance_ref", Json.of(ShownObject.proofAddress(source)));
    fields.put("created_ts", Json.of(created));
    return new JsonObject(fields);
  }

  public String id(ObjectRef source, ObjectRef target) {
    return name(source) + infix() + target.id();
  }

  /// What an id names; null if it is none of such an edge.
  public static @Nullable Named named(String id) {
    for (var rule : values()) {
      var prefix = rule.from.wireName() + ":";
      int at = id.indexOf(rule.infix());
      if (at < 0 || !id.startsWith(prefix)) {
        continue;
      }
      var source = id.substring(prefix.length(), at);
      var target = id.substring(at + rule.infix().length());
      if (Identifier.isWellFormed(source) && Identifier.isWellFormed(target)) {
        return new Named(rule, new ObjectRef(rule.from, source), new ObjectRef(rule.to, target));
      }
    }
    return null;
  }

  /// What an id names.
  public record Named(ComputedEdge rule, ObjectRef source, ObjectRef target) {}

  /// Begins with a sign that no id has, so that an id is of one edge only.
  private String infix() {
    return "~" + type.wireName() + "~" + to.wireName() + ":";
  }

  private static String name(ObjectRef ref) {
    return ref.type().wireName() + ":" + ref.id();
  }
}
