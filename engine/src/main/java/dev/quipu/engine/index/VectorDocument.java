package dev.quipu.engine.index;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.access.Envelope;
import java.util.List;

/// A document that is found by its meaning. It is as near as its nearest passage.
///
/// @param passages what its text says, in the order of the text; empty if there is nothing to be
///   found by
public record VectorDocument(Filed filed, Envelope envelope, List<Vector> passages)
    implements FiledDocument {

  public VectorDocument {
    passages = List.copyOf(passages);
  }
}
