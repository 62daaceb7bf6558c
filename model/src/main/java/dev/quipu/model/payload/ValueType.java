package dev.quipu.model.payload;

import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/// What a field of an entity holds, if those who write it keep to its schema: nobody is refused for
/// not doing so.
public enum ValueType {
  STRING,
  NUMBER,
  /// A day (`2025-01-15`) or a time with a zone.
  DATE,
  BOOLEAN,
  ARRAY,
  OBJECT;

  private static final int DAY_LENGTH = "2025-01-15".length();

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean admits(Json value) {
    return switch (this) {
      case STRING -> value instanceof JsonString;
      case NUMBER -> value instanceof JsonNumber;
      case DATE -> value instanceof JsonString(var text) && (isDay(text) || isTime(text));
      case BOOLEAN -> value instanceof JsonBoolean;
      case ARRAY -> value instanceof JsonArray;
      case OBJECT -> value instanceof JsonObject;
    };
  }

  private static boolean isTime(String text) {
    var time = Iso8601.parse(text);
    return time != null && Iso8601.isInRange(time);
  }

  private static boolean isDay(String text) {
    if (text.length() != DAY_LENGTH) {
      return false;
    }
    try {
      LocalDate.parse(text, DateTimeFormatter.ISO_LOCAL_DATE);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
