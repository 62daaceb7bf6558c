package dev.quipu.engine.embedding;

/// What became of one text.
public sealed interface Embedded permits Vector, Unembeddable {}
