package dev.quipu.engine.inspect;

import dev.quipu.model.json.JsonObject;

/// A computed edge with what says it. It holds, is known and is seen as that is.
///
/// @param edge the nine fields of seed 001
public record ComputedView(JsonObject edge, Node source) {}
