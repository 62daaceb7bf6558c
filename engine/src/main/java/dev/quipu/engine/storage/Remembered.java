package dev.quipu.engine.storage;

import dev.quipu.model.id.EventId;
import dev.quipu.model.log.Hash;
import java.time.Instant;

/// What a retry is answered with: the receipt of the event that the first try appended.
///
/// @param request hash of the request; another request under the same key is a conflict
/// @param event of the log that the unit writes
public record Remembered(Hash request, EventId event, Instant lapsesAt) {}
