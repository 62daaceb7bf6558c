package dev.quipu.model.log;

import dev.quipu.model.id.EventId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One line of a log as it is read back: an entry, or what is left of one whose content was erased.
public sealed interface LogLine permits LogEntry, ErasedEntry {

  LogPosition position();

  /// Null once it was erased together with its tenant.
  @Nullable EventId eventId();

  Instant visibleTime();

  Seal seal();
}
