package dev.quipu.engine.index;

import dev.quipu.model.access.Envelope;
import org.jspecify.annotations.Nullable;

/// One version of an object for as long as it holds, with that by which it is found. A version that
/// holds in two rectangles of the clocks is two documents.
///
/// Who sees it and which filters it passes depends on nothing but what is here.
public sealed interface FiledDocument permits IndexDocument, VectorDocument {

  Filed filed();

  /// Who may see it, and what it is filed under.
  Envelope envelope();

  /// Null if it speaks of no entity.
  @Nullable EntityMark entity();

  default IndexDocument.Key key() {
    return filed().key();
  }
}
