package dev.quipu.engine.index;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
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
          "on", "are", "with", "my", "we", "be", "have", "this", "what", "do", "did", "how", "who",
          "when", "where", "at", "not", "from", "or", "your", "me", "he", "she", "they", "has",
          "had", "can", "will", "by", "as", "but", "if", "so", "no", "yes");

  private static final Set<String> UKRAINIAN_WORDS =
      Set.of(
          "та", "на", "що", "не", "до", "за", "як", "це", "у", "в", "з", "про", "для", "від", "чи",
          "але", "або", "який", "яка", "яке", "які", "коли", "де", "хто");

  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}]+");

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
      return other > ukrainian ? UNKNOWN : ukrainian > 0 ? UKRAINIAN : byWords(lower);
    }
    return latin == 0 ? UNKNOWN : byWords(lower);
  }

  private static String byWords(String lower) {
    for (var word : NO_LETTERS.split(lower, -1)) {
      if (ENGLISH_WORDS.contains(word)) {
        return ENGLISH;
      }
      if (UKRAINIAN_WORDS.contains(word)) {
        return UKRAINIAN;
      }
    }
    return UNKNOWN;
  }
}
