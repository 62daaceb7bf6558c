package dev.quipu.engine.query;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.payload.NamedTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;

/// The order of values of fields: numbers, times, texts whatever their case, and all else. Total,
/// whatever is mixed in one field.
enum ValueOrder implements Comparator<Json> {
  INSTANCE;

  private enum Kind {
    NUMBER,
    TIME,
    TEXT,
    OTHER;

    static Kind of(Json value) {
      return switch (value) {
        case JsonNumber _ -> NUMBER;
        case JsonString _ -> NamedTime.of(value) == null ? TEXT : TIME;
        case JsonBoolean _, JsonArray _, JsonObject _, JsonNull _ -> OTHER;
      };
    }
  }

  /// Whether one of two can be called the greater.
  boolean compares(Json one, Json other) {
    var kind = Kind.of(one);
    return kind != Kind.OTHER && kind == Kind.of(other);
  }

  @Override
  public int compare(Json one, Json other) {
    var kind = Kind.of(one);
    int order = kind.compareTo(Kind.of(other));
    return order != 0
        ? order
        : switch (kind) {
          case NUMBER -> Double.compare(number(one), number(other));
          case TIME -> time(one).compareTo(time(other));
          case TEXT -> text(one).compareTo(text(other));
          case OTHER -> Canonical.text(one).compareTo(Canonical.text(other));
        };
  }

  private static double number(Json value) {
    return ((JsonNumber) value).value();
  }

  private static Instant time(Json value) {
    return Objects.requireNonNull(NamedTime.of(value));
  }

  private static String text(Json value) {
    return ((JsonString) value).value().toLowerCase(Locale.ROOT);
  }
}
