package dev.quipu.engine.compile;

import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;

/// What becomes of a command that is not refused.
public sealed interface Decision {

  /// To be appended.
  record Accepted(Recorded recorded) implements Decision {}

  /// Already there, with the same content: nothing is to be done.
  ///
  /// @param first the entry that did it
  record Repeated(LogEntry first) implements Decision {}
}
