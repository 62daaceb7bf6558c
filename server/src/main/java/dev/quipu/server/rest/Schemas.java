package dev.quipu.server.rest;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.FieldKind;
import dev.quipu.model.object.MediaType;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.SchemaField.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON Schemas for the API's description.
final class Schemas {

  static final JsonObject TEXT = type("string");
  static final JsonObject INTEGER = type("integer");
  static final JsonObject NUMBER = type("number");
  static final JsonObject BOOLEAN = type("boolean");
  static final JsonObject ANY_OBJECT = type("object");
  static final JsonObject TIME = TEXT.with("format", Json.of("date-time"));
  static final JsonObject ID = TEXT.with("pattern", Json.of("^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$"));

  /// Of an edge: one that is computed has an id that is made of those of its ends.
  static final JsonObject EDGE_ID =
      TEXT.with("pattern", Json.of("^[A-Za-z0-9][A-Za-z0-9_.:~-]{0,399}$"));

  private Schemas() {}

  private static JsonObject type(String name) {
    return JsonObject.of("type", Json.of(name));
  }

  static JsonObject reference(String name) {
    return JsonObject.of("$ref", Json.of("#/components/schemas/" + name));
  }

  static JsonObject word(List<String> words) {
    return TEXT.with("enum", JsonArray.ofTexts(words));
  }

  static JsonObject integer(long min, long max) {
    return INTEGER.with("minimum", Json.of(min)).with("maximum", Json.of(max));
  }

  static JsonObject nullable(JsonObject schema) {
    return anyOf(schema, type("null"));
  }

  static JsonObject anyOf(JsonObject... schemas) {
    return JsonObject.of("anyOf", JsonArray.of(schemas));
  }

  static JsonObject oneOf(JsonObject... schemas) {
    return JsonObject.of("oneOf", JsonArray.of(schemas));
  }

  static JsonObject list(JsonObject items) {
    return type("array").with("items", items);
  }

  /// An object with these members, those whose name ends in `?` optional.
  static JsonObject object(Map<String, JsonObject> members) {
    var properties = new LinkedHashMap<String, Json>();
    var required = new ArrayList<String>();
    members.forEach(
        (name, schema) -> {
          boolean optional = name.endsWith("?");
          properties.put(optional ? name.substring(0, name.length() - 1) : name, schema);
          if (!optional) {
            required.add(name);
          }
        });
    var schema = type("object").with("properties", new JsonObject(properties));
    return required.isEmpty() ? schema : schema.with("required", JsonArray.ofTexts(required));
  }

  /// The same, and nothing else.
  static JsonObject closed(Map<String, JsonObject> members) {
    return object(members).with("additionalProperties", Json.of(false));
  }

  /// A page of a list.
  static JsonObject page(String name, JsonObject items) {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put(name, list(items));
    members.put("next_cursor", nullable(TEXT));
    members.put("position", INTEGER);
    return object(members);
  }

  /// The fields of an object as it is shown: all of them, null where unset.
  static JsonObject shown(ObjectSchema schema) {
    var members = new LinkedHashMap<String, JsonObject>();
    schema.fields().forEach(field -> members.put(field.name(), nullable(of(field.kind()))));
    return object(members);
  }

  /// The fields of an object as it is made.
  static JsonObject made(ObjectSchema schema, Map<String, JsonObject> beside) {
    var members = new LinkedHashMap<String, JsonObject>();
    for (var field : schema.fields()) {
      boolean required = field.setting() == Setting.REQUIRED;
      members.put(field.name() + (required ? "" : "?"), of(field.kind()));
    }
    members.putAll(beside);
    return closed(members);
  }

  static JsonObject of(FieldKind kind) {
    return switch (kind) {
      case FieldKind.Text(var max) -> TEXT.with("maxLength", Json.of(max));
      case FieldKind.Media() -> TEXT.with("maxLength", Json.of(MediaType.MAX_LENGTH));
      case FieldKind.Id() -> ID;
      case FieldKind.Time() -> TIME;
      case FieldKind.Whole(var min, var max) -> integer(min, max);
      case FieldKind.Real(var min, var max) ->
          type("number").with("minimum", Json.of(min)).with("maximum", Json.of(max));
      case FieldKind.Word(var words) -> word(words);
      case FieldKind.Texts(var count, var max) ->
          list(TEXT.with("maxLength", Json.of(max))).with("maxItems", Json.of(count));
      case FieldKind.Ids(var count) -> list(ID).with("maxItems", Json.of(count));
      case FieldKind.Flag() -> BOOLEAN;
      case FieldKind.Value() -> JsonObject.EMPTY;
      case FieldKind.Document() -> ANY_OBJECT;
    };
  }
}
