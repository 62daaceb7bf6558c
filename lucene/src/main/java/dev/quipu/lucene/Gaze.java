package dev.quipu.lucene;

import dev.quipu.engine.access.ReadScope;

/// A scope that looks, at a time.
///
/// @param sets where what it has seen before is kept
/// @param clock in microseconds: what has expired by then is not seen
record Gaze(VisibleSets sets, Sight sight, long clock) {

  static Gaze of(VisibleSets sets, ReadScope scope) {
    return new Gaze(
        sets,
        Sight.of(scope),
        switch (scope) {
          case ReadScope.Whole _ -> Long.MIN_VALUE;
          case ReadScope.Limited limited -> Micros.floor(limited.clock());
        });
  }
}
