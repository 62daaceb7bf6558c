package dev.quipu.lucene.analysis;

import java.util.Locale;

/// The morphology a text is read with. Cyrillic words of any text go through the Ukrainian
/// dictionary, which leaves words that it does not know as they are; Latin words are stemmed as
/// English unless the text is of another language.
public enum Morphology {
  ENGLISH,
  UKRAINIAN,
  /// A language without morphology here: its words are folded, not stemmed.
  OTHER;

  /// The language that a tag such as `en-GB` or `uk` names.
  public static Morphology ofTag(String tag) {
    int end = 0;
    while (end < tag.length() && tag.charAt(end) != '-' && tag.charAt(end) != '_') {
      end++;
    }
    return switch (tag.substring(0, end).toLowerCase(Locale.ROOT)) {
      case "en" -> ENGLISH;
      case "uk" -> UKRAINIAN;
      default -> OTHER;
    };
  }
}
