package dev.quipu.model.view;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The valid clock as numbers: microseconds since 1970, and an end that never comes.
public final class ValidTime {

  /// The open end of a valid interval.
  public static final Instant FOREVER = Instant.MAX;

  /// Before everything that can be told.
  public static final Instant BEGINNING = ofMicros(Long.MIN_VALUE);

  private ValidTime() {}

  public static long toMicros(Instant instant) {
    return instant.equals(FOREVER)
        ? Long.MAX_VALUE
        : ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  public static Instant ofMicros(long micros) {
    return micros == Long.MAX_VALUE ? FOREVER : Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
