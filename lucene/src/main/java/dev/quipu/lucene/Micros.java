package dev.quipu.lucene;

import dev.quipu.model.view.ValidTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Times as numbers. What is filed is whole in microseconds; what is asked for may lie between two.
final class Micros {

  private static final long PER_SECOND = 1_000_000;
  private static final Instant LAST = Instant.ofEpochSecond(Long.MAX_VALUE / PER_SECOND - 1);
  private static final Instant FIRST = Instant.ofEpochSecond(Long.MIN_VALUE / PER_SECOND + 1);

  private Micros() {}

  static long of(Instant instant) {
    return floor(instant);
  }

  static Instant instant(long micros) {
    return ValidTime.ofMicros(micros);
  }

  /// The last one that is not after it.
  static long floor(Instant instant) {
    if (instant.isAfter(LAST)) {
      return Long.MAX_VALUE;
    }
    if (instant.isBefore(FIRST)) {
      return Long.MIN_VALUE;
    }
    return instant.getEpochSecond() * PER_SECOND + instant.getNano() / 1000;
  }

  /// The first one that is not before it.
  static long ceiling(Instant instant) {
    long floor = floor(instant);
    if (floor == Long.MAX_VALUE || floor == Long.MIN_VALUE) {
      return floor;
    }
    boolean whole = Instant.EPOCH.plus(floor, ChronoUnit.MICROS).equals(instant);
    return whole ? floor : floor + 1;
  }
}
