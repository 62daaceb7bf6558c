package dev.quipu.engine.index;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.log.LogPosition;
import java.util.List;
import java.util.Map;

/// The documents with vectors of one model that a scope sees and that pass the filters.
public interface VectorSelection {

  /// The vectors are those of the log up to here. What was asked for beyond it is not in them, nor
  /// what came to an end beyond it.
  LogPosition position();

  /// How many documents pass all filters.
  long eligible();

  /// The nearest, at most so many and no fewer than there are, nearest first; ties by id. A
  /// document is there once, whatever the number of its passages.
  VectorHits nearest(Vector query, int limit);

  /// How near documents are that were found in some other way. One that does not pass, or has no
  /// vector, is not in the answer.
  Map<IndexDocument.Key, Double> nearness(Vector query, List<Filed> documents);

  /// The vectors of documents, passage by passage, likewise: to be compared with each other.
  Map<IndexDocument.Key, List<Vector>> passages(List<Filed> documents);
}
