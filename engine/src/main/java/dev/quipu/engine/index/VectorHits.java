package dev.quipu.engine.index;

import java.util.List;

/// What was found by meaning.
///
/// @param isExact whether there is nothing nearer; else there may be, seldom
/// @param visited how many vectors of eligible passages were compared with the question in full
public record VectorHits(List<Near> hits, boolean isExact, long visited) {

  public VectorHits {
    hits = List.copyOf(hits);
  }
}
