package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Verdict;

/// A version of an object as a caller sees it, with the reason why it may.
public record ObjectView(StoredObject stored, Verdict reason) {}
