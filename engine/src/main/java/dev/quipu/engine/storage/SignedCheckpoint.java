package dev.quipu.engine.storage;

import dev.quipu.model.log.Checkpoint;

/// A checkpoint with its Ed25519 signature.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SignedCheckpoint(Checkpoint checkpoint, byte[] signature) {}
