package dev.quipu.sql;

import dev.quipu.model.view.ValidTime;
import java.time.Instant;

/// Instants as the numbers that columns hold. Stored times are whole microseconds; a time that is
/// asked about may be any, and counts from the microsecond it lies in.
final class Micros {

  private static final long PER_SECOND = 1_000_000;
  private static final long LAST_SECOND = Long.MAX_VALUE / PER_SECOND - 1;

  private Micros() {}

  static long of(Instant instant) {
    if (instant.equals(ValidTime.FOREVER)) {
      return Long.MAX_VALUE;
    }
    // Beyond 292,000 years either way nothing is stored, but somebody may ask.
    long second = Math.clamp(instant.getEpochSecond(), -LAST_SECOND, LAST_SECOND);
    return second * PER_SECOND + instant.getNano() / 1_000;
  }

  static Instant toInstant(long micros) {
    return ValidTime.ofMicros(micros);
  }
}
