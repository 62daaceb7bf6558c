package dev.quipu.engine.index;

import java.util.List;

/// What was found by words.
///
/// @param words that the text was taken apart into
/// @param visited documents that pass the filters and have one of the words, up to [#MOST_COUNTED]
public record WordHits(List<Hit> hits, List<Word> words, long visited) {

  /// Beyond so many it matters to nobody how many they are.
  public static final long MOST_COUNTED = 10_000;

  public WordHits {
    hits = List.copyOf(hits);
    words = List.copyOf(words);
  }

  /// A word that was looked for.
  ///
  /// @param text as it is written, folded
  /// @param isName whether it names somebody who speaks
  /// @param isLoosened whether words that begin with it, or are like it, were looked for, since it
  ///   stands nowhere
  public record Word(String text, boolean isName, boolean isLoosened) {}
}
