package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit.Matched;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Something that may be an answer, with what speaks for it.
///
/// @param score what it is ranked by
/// @param parts of the score, by name
public record Candidate(
    Filed filed, double score, Map<String, Double> parts, List<Matched> matched) {

  public Candidate {
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    matched = List.copyOf(matched);
  }
}
