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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which entities a body speaks of, and what it tells each of them.
///
/// @param sourceField the member that has them; null for the payload itself
/// @param fields name on the entity → member of the body, or of the item if that is an object; `""`
///   is the found value itself, or the member of the same name if that is an object (of `name` and
///   `title` also the other one). Empty: all members of the body or of the object that was found,
///   and `name` of anything else
/// @param relationship to the payload's own entity; null for none, and for that entity itself
public record ExtractionRule(
    ExtractionType type,
    @Nullable String sourceField,
    String entityType,
    Map<String, String> fields,
    @Nullable Link relationship) {

  private static final String ITSELF = "";

  /// What things are called by: where the one is not told, the other is.
  private static final Map<String, String> NAMES = Map.of("name", "title", "title", "name");

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

  /// What a body tells one entity.
  ///
  /// @param fresh the fields of it that come from the members which were asked about
  public record Found(JsonObject told, Set<String> fresh) {

    public Found {
      fresh = Set.copyOf(fresh);
    }

    /// What comes from those members.
    public JsonObject news() {
      var news = new LinkedHashMap<>(told.members());
      news.keySet().retainAll(fresh);
      return new JsonObject(news);
    }
  }

  /// The same as [#extract], and what of it comes from certain members of the body.
  public List<Found> extract(JsonObject body, Set<String> members) {
    return found(body)
        .map(
            value -> {
              var told = told(value, body);
              return new Found(told, fresh(value, told, members));
            })
        .filter(found -> isSelf() || !found.told().isEmpty())
        .distinct()
        .toList();
  }

  private Set<String> fresh(Json value, JsonObject told, Set<String> members) {
    if (sourceField != null && members.contains(sourceField)) {
      return told.names();
    }
    return told.names().stream()
        .filter(name -> members.contains(memberOf(name, value)))
        .collect(Collectors.toSet());
  }

  /// The member of the body that a field is told by.
  private String memberOf(String name, Json value) {
    if (sourceField == null) {
      return fields.isEmpty() ? name : partOf((JsonObject) value, name);
    }
    var member = fields.getOrDefault(name, ITSELF);
    return value instanceof JsonObject || member.equals(ITSELF) ? sourceField : member;
  }

  /// The member of the body that has what an entity's field was told.
  public String memberOf(String name, JsonObject told, JsonObject body) {
    if (sourceField == null) {
      return fields.isEmpty() ? name : partOf(body, name);
    }
    var member = fields.getOrDefault(name, ITSELF);
    var value = told.get(name);
    return value != null && !member.equals(ITSELF) && value.equals(body.get(member))
        ? member
        : sourceField;
  }

  private JsonObject told(Json value, JsonObject body) {
    if (fields.isEmpty()) {
      return value instanceof JsonObject object ? object : JsonObject.of("name", value);
    }
    var told = new LinkedHashMap<String, Json>();
    fields.forEach(
        (name, member) -> {
          var part = part(value, body, name, member);
          if (part != null) {
            told.put(name, part);
          }
        });
    return new JsonObject(told);
  }

  private @Nullable Json part(Json value, JsonObject body, String name, String member) {
    if (value instanceof JsonObject object) {
      return object.get(partOf(object, name));
    }
    return member.equals(ITSELF) ? value : body.get(member);
  }

  /// The member of an object that a field is told by.
  private String partOf(JsonObject object, String name) {
    var member = fields.getOrDefault(name, ITSELF);
    if (!member.equals(ITSELF)) {
      return member;
    }
    var other = object.has(name) ? null : NAMES.get(name);
    return other == null ? name : other;
  }

  /// What was told of another entity than the payload's own, with a name that its type knows: an
  /// item may call `title` what is `name` there, and the other way round.
  public JsonObject named(JsonObject told, EntitySchema schema) {
    if (schema.identityOf(told) instanceof Identity.Named) {
      return told;
    }
    for (var name : NAMES.entrySet()) {
      var called = told.get(name.getValue());
      if (called != null && !told.has(name.getKey())) {
        var known = told.with(name.getKey(), called);
        return schema.identityOf(known) instanceof Identity.Named ? known : told;
      }
    }
    return told;
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
