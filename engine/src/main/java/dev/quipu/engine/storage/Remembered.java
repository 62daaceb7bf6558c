package dev.quipu.engine.storage;

import dev.quipu.model.log.Hash;
import java.time.Instant;

/// What a retry is answered with.
///
/// @param request hash of the request; another request under the same key is a conflict
/// @param answer what the first one was answered with, as canonical JSON
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Remembered(Hash request, byte[] answer, Instant lapsesAt) {}
