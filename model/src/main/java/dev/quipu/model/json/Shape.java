package dev.quipu.model.json;

import static java.util.stream.Collectors.joining;

import dev.quipu.model.failure.Invalid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What a field may hold, and how it becomes a value. Made by the methods below; a record that has
/// a component called `id` or `text` must call them as `Shape.id(…)`, for its own accessor hides a
/// static import.
///
/// A shape never throws for what a caller sent: it records the faults and answers with a stand-in,
/// so that reading goes on and the caller hears of the other faults too. Immutable.
public final class Shape<T> {

  private final T standIn;
  private final Reading<T> reading;

  private interface Reading<T> {
    T read(Json json, Pointer at, Violations violations);
  }

  private Shape(T standIn, Reading<T> reading) {
    this.standIn = standIn;
    this.reading = reading;
  }

  /// The value, or a stand-in after recording why there is none.
  public T read(Json json, Pointer at, Violations violations) {
    return reading.read(json, at, violations);
  }

  /// What stands for a value that cannot be had. Not null for texts, numbers, booleans, times,
  /// words and lists; null for ids and for records.
  T standIn() {
    return standIn;
  }

  /// A text of so many code points.
  public static Shape<String> text(int min, int max) {
    return new Shape<>(
        "",
        (json, at, violations) -> {
          if (!(json instanceof JsonString(var text))) {
            return mismatch("", json, "a text", at, violations);
          }
          int length = text.codePointCount(0, text.length());
          if (length < min || length > max) {
            var message =
                "Send a text of "
                    + min
                    + " to "
                    + max
                    + " characters; this one has "
                    + length
                    + ".";
            violations.add(at, "text.length", message);
          }
          return text;
        });
  }

  /// A text of at most so many code points that says something: white space alone does not.
  public static Shape<String> filled(int max) {
    var text = text(1, max);
    return new Shape<>(
        "",
        (json, at, violations) -> {
          if (json instanceof JsonString(var given)
              && !given.isEmpty()
              && given.codePoints().allMatch(Shape::isSpace)) {
            violations.add(at, "text.blank", "Send more than white space.");
            return "";
          }
          return text.read(json, at, violations);
        });
  }

  private static boolean isSpace(int point) {
    return Character.isWhitespace(point) || Character.isSpaceChar(point);
  }

  /// A text that this function accepts; it refuses by [IllegalArgumentException] or by [Invalid].
  public static <T> Shape<T> id(Function<String, T> parse) {
    return new Shape<>(
        withheld(),
        (json, at, violations) -> {
          if (!(json instanceof JsonString(var text))) {
            return mismatch(withheld(), json, "an id as text", at, violations);
          }
          try {
            return parse.apply(text);
          } catch (Invalid e) {
            e.violations().forEach(fault -> violations.add(at, fault.code(), fault.message()));
          } catch (IllegalArgumentException e) {
            var why = e.getMessage();
            violations.add(at, "id.format", why == null ? "Send a well-formed id." : why);
          }
          return withheld();
        });
  }

  /// A time as [Iso8601] reads it.
  public static Shape<Instant> instant() {
    return new Shape<>(
        Instant.EPOCH,
        (json, at, violations) -> {
          if (!(json instanceof JsonString(var text))) {
            return mismatch(Instant.EPOCH, json, "a time as text", at, violations);
          }
          var time = Iso8601.parse(text);
          if (time == null) {
            var message = "Send an ISO 8601 time with a zone, such as " + Iso8601.EXAMPLE + ".";
            violations.add(at, "time.format", message);
            return Instant.EPOCH;
          }
          if (!Iso8601.isInRange(time)) {
            violations.add(at, "time.range", "Send a time in the years 0001 to 9999 (UTC).");
            return Instant.EPOCH; // what cannot be written down is no stand-in
          }
          return time;
        });
  }

  public static Shape<Boolean> bool() {
    return new Shape<>(
        false,
        (json, at, violations) ->
            json instanceof JsonBoolean(var value)
                ? value
                : mismatch(false, json, "true or false", at, violations));
  }

  /// A whole number, bounds included.
  public static Shape<Long> integer(long min, long max) {
    return new Shape<>(
        min,
        (json, at, violations) -> {
          if (!(json instanceof JsonNumber number)) {
            return mismatch(min, json, "a whole number", at, violations);
          }
          if (number.isInteger() && min <= number.asLong() && number.asLong() <= max) {
            return number.asLong();
          }
          violations.add(
              at, "number.range", "Send a whole number from " + min + " to " + max + ".");
          return min;
        });
  }

  /// A number, bounds included.
  public static Shape<Double> number(double min, double max) {
    return new Shape<>(
        min,
        (json, at, violations) -> {
          if (!(json instanceof JsonNumber(var value))) {
            return mismatch(min, json, "a number", at, violations);
          }
          if (value < min || value > max) {
            violations.add(
                at,
                "number.range",
                "Send a number from " + Json.of(min) + " to " + Json.of(max) + ".");
            return min;
          }
          return value;
        });
  }

  /// One of the given words; the first one's meaning is the stand-in.
  public static <T> Shape<T> word(Map<String, T> words) {
    var standIn = words.values().iterator().next();
    var allowed = words.keySet().stream().collect(joining(", ", "Send one of: ", "."));
    return new Shape<>(
        standIn,
        (json, at, violations) -> {
          if (!(json instanceof JsonString(var text))) {
            return mismatch(standIn, json, "a word", at, violations);
          }
          var meaning = words.get(text);
          if (meaning == null) {
            violations.add(at, "enum.unknown", allowed);
            return standIn;
          }
          return meaning;
        });
  }

  /// One of these values, by its name on the wire.
  public static <T> Shape<T> word(T[] values, Function<T, String> wireName) {
    var words = new LinkedHashMap<String, T>();
    for (T value : values) {
      words.put(wireName.apply(value), value);
    }
    return word(words);
  }

  /// Any object, as it is.
  public static Shape<JsonObject> object() {
    return new Shape<>(
        JsonObject.EMPTY,
        (json, at, violations) ->
            json instanceof JsonObject object
                ? object
                : mismatch(JsonObject.EMPTY, json, "an object", at, violations));
  }

  /// An object that becomes a value of ours. The function ends with [Fields#build].
  public static <T> Shape<T> object(Function<Fields, T> reading) {
    return new Shape<>(
        withheld(), (json, at, violations) -> reading.apply(Fields.of(json, at, violations)));
  }

  /// A list whose items all have that shape; null is no item.
  public static <T> Shape<List<T>> listOf(Shape<T> item, int maxCount) {
    return new Shape<>(
        List.of(),
        (json, at, violations) -> {
          if (!(json instanceof JsonArray(var items))) {
            return mismatch(List.<T>of(), json, "a list", at, violations);
          }
          if (items.size() > maxCount) {
            var message = "Send at most " + maxCount + " items; these are " + items.size() + ".";
            violations.add(at, "list.length", message);
            return List.of();
          }
          var values = new ArrayList<T>(items.size());
          for (int i = 0; i < items.size(); i++) {
            values.add(item.read(items.get(i), at.child(i), violations));
          }
          // not List.copyOf: the stand-in of an id is null
          return Collections.unmodifiableList(values);
        });
  }

  /// A list of at least one: for what narrows, where none would leave nothing.
  public static <T> Shape<List<T>> someOf(Shape<T> item, int maxCount) {
    var list = listOf(item, maxCount);
    return new Shape<>(
        List.of(),
        (json, at, violations) -> {
          if (json.equals(JsonArray.EMPTY)) {
            violations.add(at, "list.length", "Name at least one, or leave it out.");
          }
          return list.read(json, at, violations);
        });
  }

  /// An object as a table, in its order: the names are the sender's, their values have that shape.
  public static <T> Shape<Map<String, T>> mapOf(Shape<T> value, int maxCount) {
    return new Shape<>(
        Map.of(),
        (json, at, violations) -> {
          if (!(json instanceof JsonObject(var members))) {
            return mismatch(Map.<String, T>of(), json, "an object", at, violations);
          }
          if (members.size() > maxCount) {
            var message =
                "Send at most " + maxCount + " members; these are " + members.size() + ".";
            violations.add(at, "list.length", message);
            return Map.of();
          }
          var values = new LinkedHashMap<String, T>();
          members.forEach(
              (name, member) -> values.put(name, value.read(member, at.child(name), violations)));
          return Collections.unmodifiableMap(values);
        });
  }

  /// Anything but null.
  public static Shape<Json> json() {
    return new Shape<>(Json.NULL, (json, _, _) -> json);
  }

  private static <T> T mismatch(
      T standIn, Json json, String wanted, Pointer at, Violations violations) {
    violations.add(at, "field.type", "Send " + wanted + ", not " + nameOf(json) + ".");
    return standIn;
  }

  private static String nameOf(Json json) {
    return switch (json) {
      case JsonObject _ -> "an object";
      case JsonArray _ -> "a list";
      case JsonString _ -> "a text";
      case JsonNumber _ -> "a number";
      case JsonBoolean(var value) -> value ? "true" : "false";
      case JsonNull.NULL -> "null";
    };
  }

  /// The null that stands for a value of which no stand-in can be made. It cannot escape: whoever
  /// would use it comes after [Violations#throwIfAny] or inside [Fields#build].
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  static <T> T withheld() {
    return null;
  }
}
