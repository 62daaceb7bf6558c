package dev.quipu.engine.index;

import java.util.List;

/// What was found by words.
///
/// @param terms what the text was taken apart into
/// @param visited documents that pass the filters and have one of the words
/// @param loosened whether beginnings of words and words with a typing error were looked for too,
///   because the words themselves found little
public record WordHits(List<Hit> hits, List<String> terms, long visited, boolean loosened) {

  public WordHits {
    hits = List.copyOf(hits);
    terms = List.copyOf(terms);
  }
}
