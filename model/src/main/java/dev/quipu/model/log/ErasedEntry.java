package dev.quipu.model.log;

import dev.quipu.model.id.EventId;
import java.time.Instant;

/// What erasing leaves of an entry: its place, its name (so that it is never accepted again) and
/// its hashes.
public record ErasedEntry(LogPosition position, EventId eventId, Instant visibleTime, Seal seal)
    implements LogLine {}
