package dev.quipu.model.payload;

import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How a value of one type is shown as one of another. Applied when a snapshot is shown; what was
/// observed stays as it is, and so does what cannot be converted.
public enum Converter {
  TEXT_TO_NUMBER(ValueType.NUMBER),
  NUMBER_TO_TEXT(ValueType.STRING),
  TEXT_TO_BOOLEAN(ValueType.BOOLEAN),
  BOOLEAN_TO_TEXT(ValueType.STRING),
  /// Since 1970, UTC, as the next two.
  SECONDS_TO_TIME(ValueType.DATE),
  MILLISECONDS_TO_TIME(ValueType.DATE),
  NANOSECONDS_TO_TIME(ValueType.DATE);

  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

  /// Far beyond the years that can be written, and small enough to count with.
  private static final int MAX_SECONDS_DIGITS = 13;

  private final ValueType gives;

  Converter(ValueType gives) {
    this.gives = gives;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public ValueType gives() {
    return gives;
  }

  /// Null if it does not apply: a value of another type, or one that has no counterpart.
  @Nullable Json apply(Json value) {
    return switch (this) {
      case TEXT_TO_NUMBER -> value instanceof JsonString(var text) ? number(text) : null;
      case NUMBER_TO_TEXT -> value instanceof JsonNumber ? Json.of(value.toString()) : null;
      case TEXT_TO_BOOLEAN -> value instanceof JsonString(var text) ? bool(text) : null;
      case BOOLEAN_TO_TEXT -> value instanceof JsonBoolean ? Json.of(value.toString()) : null;
      case SECONDS_TO_TIME -> value instanceof JsonNumber number ? time(number, 0) : null;
      case MILLISECONDS_TO_TIME -> value instanceof JsonNumber number ? time(number, 3) : null;
      case NANOSECONDS_TO_TIME -> value instanceof JsonNumber number ? time(number, 9) : null;
    };
  }

  private static @Nullable Json number(String text) {
    var trimmed = NormalText.trimmed(text);
    return NUMBER.matcher(trimmed).matches() ? JsonNumber.exactly(trimmed) : null;
  }

  private static @Nullable Json bool(String text) {
    return switch (NormalText.of(text)) {
      case "true" -> JsonBoolean.TRUE;
      case "false" -> JsonBoolean.FALSE;
      default -> null;
    };
  }

  private static @Nullable Json time(JsonNumber number, int digits) {
    var seconds = new BigDecimal(number.toString()).movePointLeft(digits);
    if (seconds.precision() - seconds.scale() > MAX_SECONDS_DIGITS) {
      return null;
    }
    var nanos = seconds.movePointRight(9).setScale(0, RoundingMode.FLOOR).toBigInteger();
    var time =
        Instant.ofEpochSecond(
            nanos.subtract(nanos.mod(NANOS)).divide(NANOS).longValueExact(),
            nanos.mod(NANOS).longValueExact());
    return Iso8601.isInRange(time) ? Json.of(time) : null;
  }
}
