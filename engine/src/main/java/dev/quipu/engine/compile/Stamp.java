package dev.quipu.engine.compile;

import dev.quipu.model.log.LogPosition;
import java.time.Instant;

/// Clock and chance, taken before a command is decided so that deciding needs neither.
///
/// @param position that the event will have
/// @param ingestTime when the command was received
/// @param visibleTime when the event becomes visible
/// @param freshId the part after the prefix of any id that has to be made
public record Stamp(
    LogPosition position, Instant ingestTime, Instant visibleTime, String freshId) {}
