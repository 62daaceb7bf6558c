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
    var primary = tag.toLowerCase(Locale.ROOT).split("[-_]", 2)[0];
    return switch (primary) {
      case "en" -> ENGLISH;
      case "uk" -> UKRAINIAN;
      default -> OTHER;
    };
  }
}
