package dev.quipu.model.json;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Times as users see them: ISO 8601 with `Z` or an offset, to the microsecond.
///
/// Microseconds, because that is what every store behind us keeps; a time must be equal after a
/// round trip.
public final class Iso8601 {

  static final String EXAMPLE = "2026-11-15T08:30:00Z";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

  /// Longer than any time; what is longer need not be looked at.
  private static final int MAX_LENGTH = 48;

  private Iso8601() {}

  /// Reads a time, cut to microseconds, or returns null if the text is none: no zone, a bare date,
  /// a 24th hour and a 61st second are none.
  public static @Nullable Instant parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    var written = OwnTime.parse(text);
    if (written != null) {
      return written;
    }
    try {
      return OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
          .toInstant()
          .truncatedTo(ChronoUnit.MICROS);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /// Whether the time lies in the years 0001 to 9999 (UTC), which have four digits everywhere.
  public static boolean isInRange(Instant time) {
    return !time.isBefore(FIRST) && !time.truncatedTo(ChronoUnit.MICROS).isAfter(LAST);
  }

  /// The time that much later, or the last one that can be written.
  public static Instant later(Instant time, Duration span) {
    return span.compareTo(Duration.between(time, LAST)) > 0 ? LAST : time.plus(span);
  }

  /// The text of a time, which has to be one that can be read back.
  public static String text(Instant time) {
    if (!isInRange(time)) {
      throw new IllegalArgumentException(time + " cannot be written with a year of four digits");
    }
    return time.truncatedTo(ChronoUnit.MICROS).toString();
  }
}
