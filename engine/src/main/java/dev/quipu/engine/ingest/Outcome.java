package dev.quipu.engine.ingest;

import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.log.Receipt;

/// What became of one command of a batch.
public sealed interface Outcome {

  record Written(Receipt receipt) implements Outcome {}

  record Refused(MemoryException why) implements Outcome {}

  /// A fault of ours, which is this command's alone: the others of the batch are as they are.
  record Broken(RuntimeException fault) implements Outcome {}
}
