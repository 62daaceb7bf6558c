package dev.quipu.engine.embedding;

/// A part of a text, and what became of it.
public record EmbeddedPassage(Passage passage, Embedded embedded) {}
