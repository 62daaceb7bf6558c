package dev.quipu.model.log;

import java.time.Instant;

/// The end of a tenant's log.
///
/// @param visibleTime of the last entry; [Instant#EPOCH] when there is none
public record Head(LogPosition position, Hash hash, Instant visibleTime) {

  public static final Head EMPTY = new Head(LogPosition.START, Hash.ZERO, Instant.EPOCH);

  /// The time that the next entry becomes visible at: never the same twice, even when the clock
  /// steps back.
  public Instant nextVisibleTime(Instant clock) {
    var earliest = visibleTime.plusNanos(1000);
    return clock.isBefore(earliest) ? earliest : clock;
  }
}
