package dev.quipu.lucene.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import morfologik.stemming.Dictionary;
import morfologik.stemming.DictionaryLookup;
import morfologik.stemming.WordData;

/// Base forms of Ukrainian words by the dictionary of the VESUM project. Not thread-safe: the
/// lookup keeps buffers.
final class UkrainianLemmas {
  private final DictionaryLookup lookup = new DictionaryLookup(Holder.DICTIONARY);

  /// The distinct base forms of a folded word, best known first; empty for a word that the
  /// dictionary does not know.
  List<String> of(String word) {
    List<String> lemmas = new ArrayList<>(2);
    for (WordData data : lookup.lookup(word)) {
      CharSequence stem = data.getStem();
      if (stem != null) {
        String lemma = stem.toString().toLowerCase(Locale.ROOT);
        if (!lemmas.contains(lemma)) {
          lemmas.add(lemma);
        }
      }
    }
    return lemmas;
  }

  private static final class Holder {
    static final Dictionary DICTIONARY = load();

    private static Dictionary load() {
      String name = "/ua/net/nlp/ukrainian.dict";
      try {
        return Dictionary.read(
            Objects.requireNonNull(Dictionary.class.getResource(name), "No dictionary " + name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
