package dev.quipu.engine.storage;

import dev.quipu.model.view.ViewRow.AdjacentRow;

/// An edge as seen from one of its nodes.
public record StoredEdge(AdjacentRow adjacent, StoredObject edge) {}
