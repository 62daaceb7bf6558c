package dev.quipu.engine.query;

import java.time.Duration;
import java.time.Instant;

/// A stretch of time, half-open.
record TimeRange(Instant from, Instant to) {
  /// How long after it happened a thing is still being told.
  private static final Duration TOLD_WITHIN = Duration.ofDays(7);

  public TimeRange {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException("A range must end after it begins: " + from + " – " + to);
    }
  }

  /// 1 inside the range, ½ in the week after it, when people still tell of it, 0 elsewhere.
  double holds(Instant time) {
    if (time.isBefore(from)) {
      return 0;
    }
    return time.isBefore(to) ? 1 : time.isBefore(to.plus(TOLD_WITHIN)) ? 0.5 : 0;
  }
}
