package dev.quipu.model.log;

import dev.quipu.model.id.EventId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What erasing leaves of an entry: its place, its name (so that it is never accepted again) and
/// its hashes.
public record ErasedEntry(
    LogPosition position, @Nullable EventId eventId, Instant visibleTime, Seal seal)
    implements LogLine {}
