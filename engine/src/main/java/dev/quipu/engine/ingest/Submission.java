package dev.quipu.engine.ingest;

import dev.quipu.engine.compile.Command;
import dev.quipu.model.log.Hash;

/// A command with the hash of the request it came in: what an Idempotency-Key is held against.
public record Submission(Command command, Hash request) {}
