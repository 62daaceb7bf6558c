package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.mapOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Shape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which entities a body speaks of, and what it tells each of them.
///
/// @param sourceField the member that has them; null for the payload itself
/// @param fields name on the entity → member of the body, or of the item if that is an object; `""`
///   is the found value itself, or the member of the same name if that is an object. Empty: all
///   members of the body or of the object that was found, and `name` of anything else
/// @param relationship to the payload's own entity; null for none, and for that entity itself
public record ExtractionRule(
    ExtractionType type,
    @Nullable String sourceField,
    String entityType,
    Map<String, String> fields,
    @Nullable Link relationship) {

  private static final String ITSELF = "";

  static final Shape<ExtractionRule> SHAPE =
      object(
          given -> {
            var type =
                given.required(
                    "extraction_type", word(ExtractionType.values(), ExtractionType::wireName));
            var source = given.optional("source_field", filled(Limits.PAYLOADS.maxText()));
            var entityType = given.required("entity_type", EntityType.SHAPE);
            var fields =
                given.optional(
                    "fields",
                    mapOf(text(0, Limits.PAYLOADS.maxText()), Limits.PAYLOADS.maxFields()),
                    Map.<String, String>of());
            var relationship = given.optional("relationship", Link.SHAPE);
            given.refuseOthers();
            boolean self = type == ExtractionType.PAYLOAD_SELF;
            if (self && source != null) {
              given.refuse("source_field", "field.unused", "payload_self takes the whole body.");
            }
            if (self && relationship != null) {
              given.refuse("relationship", "field.unused", "payload_self has no other end.");
            }
            if (!self && source == null) {
              given.refuse("source_field", "field.required", "Say which member has them.");
            }
            return given.build(
                () -> new ExtractionRule(type, source, entityType, fields, relationship));
          });

  public ExtractionRule {
    EntityType.checked(entityType);
    boolean self = type == ExtractionType.PAYLOAD_SELF;
    if (self != (sourceField == null) || (self && relationship != null)) {
      throw new IllegalArgumentException("only the payload itself has no source and no other end");
    }
    // not Map.copyOf, which forgets the order
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  public boolean isSelf() {
    return type == ExtractionType.PAYLOAD_SELF;
  }

  /// What the body tells each entity that this rule finds in it, in the order of the body; equal
  /// ones once. What tells nothing at all is not there.
  public List<JsonObject> extract(JsonObject body) {
    return found(body)
        .map(value -> told(value, body))
        .filter(told -> isSelf() || !told.isEmpty())
        .distinct()
        .toList();
  }

  private Stream<Json> found(JsonObject body) {
    var source = sourceField == null ? body : body.get(sourceField);
    return switch (type) {
      case PAYLOAD_SELF -> Stream.of(body);
      case FIELD_VALUE -> Stream.ofNullable(source).filter(ExtractionRule::isSomething);
      case ARRAY_ITEMS ->
          source instanceof JsonArray(var items)
              ? items.stream().filter(ExtractionRule::isSomething)
              : Stream.of();
    };
  }

  private static boolean isSomething(Json value) {
    return value instanceof JsonObject
        || value instanceof JsonNumber
        || (value instanceof JsonString(var text) && !NormalText.trimmed(text).isEmpty());
  }

  private JsonObject told(Json value, JsonObject body) {
    if (fields.isEmpty()) {
      return value instanceof JsonObject object ? object : JsonObject.of("name", value);
    }
    var told = new LinkedHashMap<String, Json>();
    fields.forEach(
        (name, member) -> {
          var part =
              part(value, body, member.equals(ITSELF), member.equals(ITSELF) ? name : member);
          if (part != null) {
            told.put(name, part);
          }
        });
    return new JsonObject(told);
  }

  private static @Nullable Json part(Json value, JsonObject body, boolean itself, String member) {
    if (value instanceof JsonObject object) {
      return object.get(member);
    }
    return itself ? value : body.get(member);
  }

  JsonObject toJson() {
    var json = new LinkedHashMap<String, Json>();
    if (sourceField != null) {
      json.put("source_field", Json.of(sourceField));
    }
    json.put("entity_type", Json.of(entityType));
    json.put("extraction_type", Json.of(type.wireName()));
    if (!fields.isEmpty()) {
      var members = new LinkedHashMap<String, Json>();
      fields.forEach((name, member) -> members.put(name, Json.of(member)));
      json.put("fields", new JsonObject(members));
    }
    if (relationship != null) {
      json.put("relationship", relationship.toJson());
    }
    return new JsonObject(json);
  }
}
