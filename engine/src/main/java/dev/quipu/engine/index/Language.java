package dev.quipu.engine.index;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells the language of a text, cheaply: by letters that only one language has, else by its
/// commonest words.
public final class Language {

  public static final String ENGLISH = "en";
  public static final String UKRAINIAN = "uk";

  /// None that we tell.
  public static final String UNKNOWN = "und";

  /// A beginning tells enough.
  private static final int LOOKED_AT = 2_000;

  private static final String UKRAINIAN_LETTERS = "іїєґ";
  private static final String OTHER_CYRILLIC_LETTERS = "ыэъё";

  private static final Set<String> ENGLISH_WORDS =
      Set.of(
          "the", "a", "an", "and", "of", "to", "in", "is", "it", "i", "you", "that", "was", "for",
          "on", "with", "my", "we", "are", "this", "have", "be", "at", "not", "but", "what", "how",
          "do", "did", "your", "me", "so", "he", "she", "they", "from", "can", "has", "by", "or");

  /// Of languages in Latin letters whose words are not brought to their stems.
  private static final Set<String> FOREIGN_WORDS =
      Set.of(
          "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "ich", "mit", "den", "von",
          "le", "la", "les", "et", "est", "des", "une", "un", "que", "qui", "dans", "pour", "el",
          "los", "las", "y", "en", "es", "por", "una", "con", "il", "di", "che", "per", "della",
          "w", "na", "nie", "jest", "z", "się", "het", "een", "van", "niet", "och", "att", "som",
          "os", "um", "uma", "não", "ve", "bir", "için");

  private Language() {}

  /// The language that was given (its first part), else the one that the text is in.
  public static String of(@Nullable String given, String text) {
    if (given != null && !given.isBlank()) {
      int end = given.indexOf('-');
      return (end < 0 ? given : given.substring(0, end)).toLowerCase(Locale.ROOT);
    }
    return of(text);
  }

  public static String of(String text) {
    var looked = text.length() > LOOKED_AT ? text.substring(0, LOOKED_AT) : text;
    var lower = looked.toLowerCase(Locale.ROOT);
    int latin = 0;
    int cyrillic = 0;
    int ukrainian = 0;
    int other = 0;
    for (int i = 0; i < lower.length(); i++) {
      char letter = lower.charAt(i);
      if (letter >= 'a' && letter <= 'z') {
        latin++;
      } else if (letter >= 'Ѐ' && letter <= 'ӿ') {
        cyrillic++;
        ukrainian += UKRAINIAN_LETTERS.indexOf(letter) >= 0 ? 1 : 0;
        other += OTHER_CYRILLIC_LETTERS.indexOf(letter) >= 0 ? 1 : 0;
      }
    }
    if (cyrillic > latin) {
      return other > ukrainian ? UNKNOWN : UKRAINIAN;
    }
    return latin > 0 && !isForeign(lower) ? ENGLISH : UNKNOWN;
  }

  /// A text without small words counts as English, so that a note of three words is found by other
  /// forms of them.
  private static boolean isForeign(String lower) {
    int english = 0;
    int foreign = 0;
    for (int start = 0; start < lower.length(); ) {
      int end = endOfLetters(lower, start);
      if (end > start) {
        var word = lower.substring(start, end);
        english += ENGLISH_WORDS.contains(word) ? 1 : 0;
        foreign += FOREIGN_WORDS.contains(word) ? 1 : 0;
      }
      start = end + 1;
    }
    return foreign > english;
  }

  private static int endOfLetters(String text, int start) {
    int end = start;
    while (end < text.length() && Character.isLetter(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }
}
