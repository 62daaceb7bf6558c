package dev.quipu.engine.ingest;

/// The caller's Idempotency-Key: the same key on the same route means the same write.
public record Retry(String route, String key) {}
