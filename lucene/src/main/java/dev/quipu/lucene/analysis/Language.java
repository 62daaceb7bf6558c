package dev.quipu.lucene.analysis;

import java.util.Locale;
import java.util.Set;

/// The morphology a text is read with. Cyrillic words of any text go through the Ukrainian
/// dictionary, which leaves words that it does not know as they are; Latin words are stemmed as
/// English unless the text is of another language.
public enum Language {
  ENGLISH,
  UKRAINIAN,
  /// A language without morphology here: its words are folded, not stemmed.
  OTHER;

  private static final int SAMPLE = 2_000;

  private static final Set<String> ENGLISH_WORDS =
      Set.of(
          "the", "a", "an", "and", "of", "to", "in", "is", "it", "i", "you", "that", "was", "for",
          "on", "with", "my", "we", "are", "this", "have", "be", "at", "not", "but", "what", "how",
          "do", "did", "your", "me", "so", "he", "she", "they", "from", "can", "has", "by", "or");

  private static final Set<String> FOREIGN_WORDS =
      Set.of(
          "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "ich", "mit", "den", "von",
          "le", "la", "les", "et", "est", "des", "une", "un", "que", "qui", "dans", "pour", "el",
          "los", "las", "y", "en", "es", "por", "una", "con", "il", "di", "che", "per", "della",
          "w", "na", "nie", "jest", "z", "się", "het", "een", "van", "niet", "och", "att", "som",
          "os", "um", "uma", "não", "ve", "bir", "için");

  /// The language that a tag such as `en-GB` or `uk` names.
  public static Language ofTag(String tag) {
    String primary = tag.toLowerCase(Locale.ROOT).split("[-_]", 2)[0];
    return switch (primary) {
      case "en" -> ENGLISH;
      case "uk" -> UKRAINIAN;
      default -> OTHER;
    };
  }

  /// Reads the script and the small words of the first two thousand characters. A Latin text with
  /// no small words at all is taken as English, so that a note of three words is still stemmed.
  public static Language guess(String text) {
    int end = Math.min(text.length(), SAMPLE);
    int latin = 0;
    int cyrillic = 0;
    int english = 0;
    int foreign = 0;
    int start = -1;
    for (int i = 0; i <= end; i++) {
      char c = i < end ? text.charAt(i) : ' ';
      if (Character.isLetter(c)) {
        if (start < 0) {
          start = i;
        }
        if (c < 0x250) {
          latin++;
        } else if (c >= 0x400 && c < 0x530) {
          cyrillic++;
        }
      } else if (start >= 0) {
        if (i - start <= 5) {
          String word = text.substring(start, i).toLowerCase(Locale.ROOT);
          english += ENGLISH_WORDS.contains(word) ? 1 : 0;
          foreign += FOREIGN_WORDS.contains(word) ? 1 : 0;
        }
        start = -1;
      }
    }
    if (cyrillic > latin) {
      return UKRAINIAN;
    }
    return latin > 0 && english >= foreign ? ENGLISH : OTHER;
  }
}
