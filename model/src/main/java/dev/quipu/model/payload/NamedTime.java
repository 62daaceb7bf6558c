package dev.quipu.model.payload;

import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonString;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The times that values name.
public final class NamedTime {

  private static final String DATE = "0000-00-00";

  private NamedTime() {}

  /// The time that a value names: one with a zone, or a date, which begins in UTC. Null if it names
  /// none; what is ambiguous is not guessed.
  public static @Nullable Instant of(Json value) {
    if (!(value instanceof JsonString(var text)) || !beginsWithDate(text)) {
      return null;
    }
    var time = Iso8601.parse(text);
    if (time == null && text.length() == DATE.length()) {
      try {
        time = LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
      } catch (DateTimeParseException e) {
        return null;
      }
    }
    return time == null || !Iso8601.isInRange(time) ? null : time;
  }

  /// Most values are none, and are many.
  private static boolean beginsWithDate(String text) {
    if (text.length() < DATE.length()) {
      return false;
    }
    for (int i = 0; i < DATE.length(); i++) {
      char c = text.charAt(i);
      boolean fits = DATE.charAt(i) == '-' ? c == '-' : c >= '0' && c <= '9';
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /// The days on which something is, in UTC.
  static SortedSet<String> daysIn(Collection<Json> values) {
    var days = new TreeSet<String>();
    for (var value : values) {
      var time = of(value);
      if (time != null) {
        days.add(LocalDate.ofInstant(time, ZoneOffset.UTC).toString());
      }
    }
    return days;
  }
}
