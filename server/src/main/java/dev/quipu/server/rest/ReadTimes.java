package dev.quipu.server.rest;

import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.inspect.ReadTime.KnownAt;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogPosition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The words for a point in time, the same behind a question mark and in a body: `as_of` is a time;
/// `as_known_at` a time, or digits for a position; `after` a position; `snapshot` a tag, in place
/// of `as_known_at`. In a body a position may also be a number.
final class ReadTimes {

  private static final long MAX_INTEGER = 1L << 53;

  private ReadTimes() {}

  /// Reads those of a body.
  static ReadTime read(Fields fields, Violations violations, Query.TagLookup tags) {
    return read(name -> fields.optional(name, Shape.json()), violations, tags);
  }

  /// @param given what was sent under a name
  /// @param tags asked only if there is no fault so far
  static ReadTime read(
      Function<String, @Nullable Json> given, Violations violations, Query.TagLookup tags) {
    var asOf = given.apply("as_of");
    var knownAt = given.apply("as_known_at");
    var after = given.apply("after");
    var tag = given.apply("snapshot");
    var instant = asOf == null ? null : Shape.instant().read(asOf, at("as_of"), violations);
    var known = knownAt == null ? null : knownAt(knownAt, violations);
    var position = after == null ? null : position(after, "after", violations);
    if (tag != null) {
      var text = Shape.text(1, Integer.MAX_VALUE).read(tag, at("snapshot"), violations);
      if (knownAt != null) {
        violations.add(at("snapshot"), "snapshot.twice", "Send either snapshot or as_known_at.");
      } else if (violations.isEmpty()) {
        known = new KnownAt.Position(tags.position(text, position));
      }
    }
    return new ReadTime(instant, known, position);
  }

  /// What a body may say of it, for the API's description.
  static Map<String, JsonObject> members() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("as_of?", Schemas.TIME);
    members.put("as_known_at?", Schemas.anyOf(Schemas.TEXT, Schemas.INTEGER));
    members.put("after?", Schemas.anyOf(Schemas.TEXT, Schemas.INTEGER));
    members.put("snapshot?", Schemas.TEXT);
    return members;
  }

  private static @Nullable KnownAt knownAt(Json given, Violations violations) {
    var name = "as_known_at";
    if (!(given instanceof JsonString(var text)) || Query.isDigits(text)) {
      var position = position(given, name, violations);
      return position == null ? null : new KnownAt.Position(position);
    }
    if (Iso8601.parse(text) == null) {
      violations.add(
          at(name), "time.format", "Send a log position or an ISO 8601 time with a zone.");
      return null;
    }
    return new KnownAt.Time(Shape.instant().read(given, at(name), violations));
  }

  private static @Nullable LogPosition position(Json given, String name, Violations violations) {
    var number =
        given instanceof JsonString(var text)
            ? Query.isDigits(text) ? JsonNumber.exactly(text) : null
            : given;
    if (number instanceof JsonNumber) {
      return new LogPosition(Shape.integer(0, MAX_INTEGER).read(number, at(name), violations));
    }
    violations.add(at(name), "number.range", "Send a whole number from 0 to " + MAX_INTEGER + ".");
    return null;
  }

  private static Pointer at(String name) {
    return Pointer.ROOT.child(name);
  }
}
