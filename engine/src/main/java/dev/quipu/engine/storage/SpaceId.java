package dev.quipu.engine.storage;

/// A numbered place for the views of one tenant. Numbers are never used twice.
public record SpaceId(long value) {}
