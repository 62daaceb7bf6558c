package dev.quipu.engine.storage;

/// What became of a unit.
public sealed interface Fate {

  /// Durable.
  record Done() implements Fate {}

  /// Undone, because it threw this: a refusal (`MemoryException`) or a fault of ours.
  record Failed(RuntimeException cause) implements Fate {}
}
