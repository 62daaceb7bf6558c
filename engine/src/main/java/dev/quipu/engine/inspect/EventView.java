package dev.quipu.engine.inspect;

import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.log.LogEntry;

/// An event as a caller sees it, with the reason why it may.
public record EventView(LogEntry entry, Verdict reason) {}
