package dev.quipu.wire;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.TextFault;
import dev.quipu.model.json.Violations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.StreamReadException;

/// One reading of one document by a [JsonReader].
///
/// A value with a fault is recorded and stands in as null, and reading goes on, so that the faults
/// behind it are found too. Beyond a limit there is no going on.
final class Document {

  private final JsonParser parser;
  private final JsonReader.Limits limits;
  private final boolean roundsNumbers;
  private final Violations violations;
  private int values;

  Document(
      JsonParser parser, JsonReader.Limits limits, boolean roundsNumbers, Violations violations) {
    this.parser = parser;
    this.limits = limits;
    this.roundsNumbers = roundsNumbers;
    this.violations = violations;
  }

  Json read() {
    var first = parser.nextToken();
    if (first == null) {
      throw new Invalid("json.empty", "Send a JSON document; this one is empty.");
    }
    var json = value(first, 1);
    if (parser.nextToken() != null) {
      var place = parser.currentTokenLocation();
      throw new Invalid(
          "json.malformed",
          "Send one JSON value; another one starts at line "
              + place.getLineNr()
              + ", column "
              + place.getColumnNr()
              + ".");
    }
    return json;
  }

  /// @param depth of this value if it is an array or an object
  private Json value(JsonToken token, int depth) {
    if (++values > limits.maxValues()) {
      throw new Invalid(
          "json.values", "Send at most " + limits.maxValues() + " values in one document.");
    }
    return switch (token) {
      case START_OBJECT -> object(depth);
      case START_ARRAY -> array(depth);
      case VALUE_STRING -> text();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
      case VALUE_TRUE -> Json.of(true);
      case VALUE_FALSE -> Json.of(false);
      case VALUE_NULL -> Json.NULL;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("no value starts with " + token);
    };
  }

  private Json object(int depth) {
    refuseBeyond(depth);
    var members = new LinkedHashMap<String, Json>();
    while (nextMember()) {
      var name = parser.currentName();
      boolean kept = isName(name);
      var value = value(parser.nextToken(), depth + 1);
      if (kept && members.putIfAbsent(name, value) != null) {
        violations.add(here(), "json.duplicate_key", "Send this member once.");
      }
    }
    return new JsonObject(members);
  }

  /// The parser itself refuses half of a surrogate pair in a name, though not in a value, and can
  /// then read no further. Only its message tells that fault from broken JSON.
  private boolean nextMember() {
    try {
      return parser.nextToken() != JsonToken.END_OBJECT;
    } catch (StreamReadException e) {
      if (e.getOriginalMessage().contains("surrogate")) {
        refuseInName(container(), TextFault.SURROGATE);
        violations.throwIfAny();
      }
      throw e;
    }
  }

  private boolean isName(String name) {
    var fault = TextFault.of(name);
    if (fault != null) {
      refuseInName(here(), fault);
    }
    if (name.length() > limits.maxNameLength()) {
      // not at its own pointer, which would repeat the name
      violations.add(
          container(),
          "json.name_length",
          "Send names of at most " + limits.maxNameLength() + " characters.");
      return false;
    }
    return fault == null;
  }

  private void refuseInName(Pointer at, TextFault fault) {
    violations.add(at, fault.code(), "In a member's name: " + fault.message());
  }

  private Json array(int depth) {
    refuseBeyond(depth);
    var items = new ArrayList<Json>();
    for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
      items.add(value(token, depth + 1));
    }
    return new JsonArray(items);
  }

  private void refuseBeyond(int depth) {
    if (depth > limits.maxDepth()) {
      throw new Invalid(
          "json.depth",
          "Nest arrays and objects at most " + limits.maxDepth() + " deep within each other.");
    }
  }

  private Json text() {
    var text = parser.getString();
    var fault = TextFault.of(text);
    if (fault != null) {
      violations.add(here(), fault.code(), fault.message());
      return Json.NULL;
    }
    return Json.of(text);
  }

  private Json number() {
    var number =
        roundsNumbers ? nearest(parser.getString()) : JsonNumber.exactly(parser.getString());
    if (number == null) {
      violations.add(
          here(), "number.inexact", "A double does not hold this number: send it as a string.");
      return Json.NULL;
    }
    return number;
  }

  private static @Nullable JsonNumber nearest(String text) {
    double nearest = Double.parseDouble(text);
    return Double.isFinite(nearest) ? new JsonNumber(nearest) : null;
  }

  private Pointer here() {
    return pointer(parser.streamReadContext());
  }

  /// The array or object that is being read.
  private Pointer container() {
    return pointer(parser.streamReadContext().getParent());
  }

  /// The way from the root to where a context is just now.
  private static Pointer pointer(@Nullable TokenStreamContext context) {
    if (context == null || context.inRoot()) {
      return Pointer.ROOT;
    }
    var parent = pointer(context.getParent());
    return context.inObject()
        ? parent.child(context.currentName())
        : parent.child(context.getCurrentIndex());
  }
}
