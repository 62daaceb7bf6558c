package dev.quipu.engine.ingest;

import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;

/// What became of a command that was not refused.
///
/// @param entry that did it, now or before
public record Written(Receipt receipt, LogEntry entry) {}
