package dev.quipu.engine.index;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/// Of which entity a document speaks, as far as it is filtered by that.
///
/// @param type of the entity
/// @param terms see [dev.quipu.model.payload.EntityTerms]
public record EntityMark(String type, Set<String> terms) {

  public EntityMark {
    terms = Collections.unmodifiableSet(new TreeSet<>(terms));
  }
}
