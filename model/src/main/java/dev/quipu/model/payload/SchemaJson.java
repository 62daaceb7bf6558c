package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.mapOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.someOf;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.EdgeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// A schema as JSON, both ways.
final class SchemaJson {

  private static final Shape<String> NAME = filled(Limits.PAYLOADS.maxText());
  private static final Pattern EVENT_TYPE = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");

  private record Temporal(String field, String eventType) {

    static final Shape<Temporal> SHAPE =
        object(
            given -> {
              var field = given.required("field", NAME);
              var type = given.required("event_type", Shape.id(SchemaJson::checkedEventType));
              given.refuseOthers();
              return given.build(() -> new Temporal(field, type));
            });
  }

  private record Pointing(String field, Reference reference) {

    static final Shape<Pointing> SHAPE =
        object(
            given -> {
              var field = given.required("field", NAME);
              var target = given.required("target_entity_type", EntityType.SHAPE);
              var type =
                  given.required("relationship_type", word(Link.types(), EdgeType::wireName));
              given.refuseOthers();
              return given.build(() -> new Pointing(field, new Reference(target, type)));
            });
  }

  private SchemaJson() {}

  static EntitySchema read(Fields given) {
    int max = Limits.PAYLOADS.maxFields();
    var type = given.required("entity_type", EntityType.SHAPE);
    var version = given.required("schema_version", SchemaVersion.SHAPE);
    var fields = given.required("fields", mapOf(FieldRule.SHAPE, max));
    var identity =
        given.required(
            "identity",
            listOf(someOf(NAME, Limits.PAYLOADS.maxRules()), Limits.PAYLOADS.maxRules()));
    var temporal =
        given.optional("temporal_fields", listOf(Temporal.SHAPE, max), List.<Temporal>of());
    var references =
        given.optional("reference_fields", listOf(Pointing.SHAPE, max), List.<Pointing>of());
    given.refuseOthers();
    refuseBadNames(given, fields);
    refuseUndeclared(given, "identity", identity.stream().flatMap(List::stream).toList(), fields);
    if (identity.stream().anyMatch(rule -> rule.stream().distinct().count() < rule.size())) {
      given.refuse("identity", "list.repeated", "Name each field once in a rule.");
    }
    var dated = temporal.stream().filter(Objects::nonNull).map(Temporal::field).toList();
    refuseUndeclared(given, "temporal_fields", dated, fields);
    refuseRepeated(given, "temporal_fields", dated);
    refuseUndated(given, dated, fields);
    var pointing = references.stream().filter(Objects::nonNull).map(Pointing::field).toList();
    refuseUndeclared(given, "reference_fields", pointing, fields);
    refuseRepeated(given, "reference_fields", pointing);
    return given.build(
        () -> {
          var events = new LinkedHashMap<String, String>();
          temporal.forEach(each -> events.put(each.field, each.eventType));
          var targets = new LinkedHashMap<String, Reference>();
          references.forEach(each -> targets.put(each.field, each.reference));
          return new EntitySchema(type, version, fields, identity, events, targets);
        });
  }

  private static void refuseBadNames(Fields given, Map<String, FieldRule> fields) {
    int max = Limits.PAYLOADS.maxText();
    if (fields.keySet().stream().anyMatch(name -> name.isBlank() || name.length() > max)) {
      given.refuse("fields", "text.length", "Name a field by 1 to " + max + " characters.");
    }
  }

  private static void refuseUndeclared(
      Fields given, String where, List<String> names, Map<String, FieldRule> fields) {
    var missing = names.stream().filter(name -> !fields.containsKey(name)).distinct().toList();
    if (!missing.isEmpty()) {
      given.refuse(
          where, "schema.undeclared", "Declare in fields: " + String.join(", ", missing) + ".");
    }
  }

  private static void refuseRepeated(Fields given, String where, List<String> names) {
    if (names.stream().distinct().count() < names.size()) {
      given.refuse(where, "list.repeated", "Name each field once.");
    }
  }

  private static void refuseUndated(
      Fields given, List<String> names, Map<String, FieldRule> fields) {
    for (var name : names) {
      var rule = fields.get(name);
      if (rule != null && rule.type() != ValueType.DATE) {
        given.refuse("temporal_fields", "schema.temporal", name + " has to be of type date.");
      }
    }
  }

  private static String checkedEventType(String text) {
    if (!EVENT_TYPE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "Name what happens by 1 to 64 letters, digits and _, such as InvoiceDue.");
    }
    return text;
  }

  static JsonObject write(EntitySchema schema) {
    var fields = new LinkedHashMap<String, Json>();
    schema.fields().forEach((name, rule) -> fields.put(name, rule.toJson()));
    var identity = schema.identity().stream().<Json>map(JsonArray::ofTexts).toList();
    var temporal = new ArrayList<Json>();
    schema
        .temporal()
        .forEach(
            (field, type) ->
                temporal.add(JsonObject.of("field", Json.of(field), "event_type", Json.of(type))));
    var references = new ArrayList<Json>();
    schema
        .references()
        .forEach(
            (field, to) ->
                references.add(
                    JsonObject.of(
                        "field", Json.of(field),
                        "target_entity_type", Json.of(to.entityType()),
                        "relationship_type", Json.of(to.relationship().wireName()))));
    return JsonObject.of(
        "entity_type", Json.of(schema.entityType()),
        "schema_version", Json.of(schema.version()),
        "fields", new JsonObject(fields),
        "identity", new JsonArray(identity),
        "temporal_fields", new JsonArray(temporal),
        "reference_fields", new JsonArray(references));
  }
}
