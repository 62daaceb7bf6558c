package dev.quipu.bench.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the writers were told. Thread-safe.
final class Ledger {

  /// By mark: the position that was acknowledged.
  private final Map<String, Long> acknowledged = new HashMap<>();

  private final List<Attempt> open = new ArrayList<>();

  /// Events of these were refused one by one, or the whole call was; they may not be there.
  private long refused;

  synchronized void acknowledge(String mark, long position) {
    var before = acknowledged.put(mark, position);
    if (before != null && before != position) {
      throw new IllegalStateException(
          mark + " was acknowledged at " + before + " and then at " + position);
    }
  }

  /// Nobody knows what became of it.
  synchronized void leaveOpen(Attempt attempt) {
    open.add(attempt);
  }

  synchronized void refuse() {
    refused++;
  }

  synchronized Map<String, Long> acknowledged() {
    return Map.copyOf(acknowledged);
  }

  synchronized List<Attempt> open() {
    return List.copyOf(open);
  }

  synchronized void close(Attempt attempt) {
    open.remove(attempt);
  }

  synchronized long refused() {
    return refused;
  }
}
