package dev.quipu.model.log;

/// A place in one tenant's log: 1, 2, 3 … without gaps. [#START] is the place before the first
/// entry.
public record LogPosition(long value) implements Comparable<LogPosition> {

  public static final LogPosition START = new LogPosition(0);

  /// The open end of a system interval. It is not a place in any log.
  public static final LogPosition FOREVER = new LogPosition(Long.MAX_VALUE);

  public LogPosition {
    if (value < 0) {
      throw new IllegalArgumentException("a log position is not negative: " + value);
    }
  }

  public LogPosition next() {
    return new LogPosition(value + 1);
  }

  @Override
  public int compareTo(LogPosition other) {
    return Long.compare(value, other.value);
  }

  public boolean isAfter(LogPosition other) {
    return value > other.value;
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
