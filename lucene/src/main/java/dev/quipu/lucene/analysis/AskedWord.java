package dev.quipu.lucene.analysis;

import java.util.List;

/// One word of a question.
///
/// @param word as it is written, folded
/// @param stems its stem or base forms, and those of its parts
public record AskedWord(String word, List<String> stems) {

  public AskedWord {
    stems = List.copyOf(stems);
  }

  /// What to look for in a field: one of these.
  public List<String> in(WordField field) {
    return field.stemmed() ? stems : List.of(word);
  }
}
