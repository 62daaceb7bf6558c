package dev.quipu.engine.materialize;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import java.util.List;

/// Reads a log in portions: of many entries while they are short, of few when they are long, so
/// that a portion fits into memory.
final class PortionSize {

  private static final int FIRST = 64;
  private static final int LARGEST = 512;
  private static final long HEAVY = 4L << 20;

  private int size = FIRST;

  /// What follows a position; nothing at the end.
  List<LogLine> next(Snapshot snapshot, LogPosition after) {
    var lines = snapshot.log(after, size);
    long weight = 0;
    for (var line : lines) {
      weight += line instanceof LogEntry entry ? entry.content().payload().length : 0;
    }
    if (weight > HEAVY) {
      size = Math.max(1, size / 8);
    } else if (weight < HEAVY / 8) {
      size = Math.min(LARGEST, size * 2);
    }
    return lines;
  }
}
