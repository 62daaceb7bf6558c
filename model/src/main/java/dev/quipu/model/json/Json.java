package dev.quipu.model.json;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A JSON value. Immutable; equal when the canonical bytes are equal; `toString` is the canonical
/// text.
public sealed interface Json
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

  Json NULL = JsonNull.NULL;

  static JsonString of(String text) {
    return new JsonString(text);
  }

  static Json ofNullable(@Nullable String text) {
    return text == null ? NULL : new JsonString(text);
  }

  /// Refuses a number that canonical JSON would show as another one (most of those beyond 2^53):
  /// such a number is sent as text.
  static JsonNumber of(long number) {
    var exact = JsonNumber.exactly(number);
    if (exact == null) {
      throw new IllegalArgumentException("JSON cannot hold " + number + " exactly");
    }
    return exact;
  }

  static JsonNumber of(double number) {
    return new JsonNumber(number);
  }

  static JsonBoolean of(boolean value) {
    return value ? JsonBoolean.TRUE : JsonBoolean.FALSE;
  }

  /// ISO 8601, UTC, at most microseconds.
  static JsonString of(Instant time) {
    return new JsonString(Iso8601.text(time));
  }

  static Json ofNullable(@Nullable Instant time) {
    return time == null ? NULL : of(time);
  }

  static Json ofNullable(@Nullable Json value) {
    return value == null ? NULL : value;
  }
}
