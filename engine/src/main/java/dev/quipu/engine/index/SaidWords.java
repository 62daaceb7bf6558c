package dev.quipu.engine.index;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The words by which texts are told to say the same: in lower case, without accents, articles and
/// the `s` of the plural, in their order. Signs that say something stand among them: amounts,
/// shares, question marks.
public final class SaidWords {

  /// Longer texts say the same if they are equal.
  private static final int LONGEST = 20_000;

  /// Takes whole runs at once, so that a long one without an end fills no stack.
  private static final Pattern WORD =
      Pattern.compile(
          "[-−]?\\p{Nd}[\\p{L}\\p{M}\\p{Nd}]*+(?:[.,:/–-]\\p{Nd}++)*+"
              + "|\\p{L}[\\p{L}\\p{M}\\p{Nd}]*+(?:['_]\\p{L}[\\p{L}\\p{M}\\p{Nd}]*+)*+"
              + "|[\\p{Sc}\\p{So}\\p{Sm}%?]");

  private static final Pattern APOSTROPHE = Pattern.compile("[`´ʼ‘’′]");

  /// Letters with breves are other letters in Cyrillic.
  private static final Pattern ACCENT = Pattern.compile("(?<=\\p{IsLatin})\\p{M}+");

  private static final Set<String> ARTICLES = Set.of("a", "an", "the");

  private SaidWords() {}

  /// None of a text that is too long to be compared by its words.
  public static List<String> of(String text) {
    return text.length() > LONGEST
        ? List.of()
        : WORD.matcher(plain(text))
            .results()
            .map(MatchResult::group)
            .filter(word -> !ARTICLES.contains(word))
            .map(SaidWords::singular)
            .toList();
  }

  private static String plain(String text) {
    if (text.chars().allMatch(sign -> sign < 128)) {
      return text.toLowerCase(Locale.ROOT).replace('`', '\'');
    }
    var lower = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    var split = Normalizer.normalize(lower, Normalizer.Form.NFD);
    var plain = Normalizer.normalize(ACCENT.matcher(split).replaceAll(""), Normalizer.Form.NFC);
    return APOSTROPHE.matcher(plain).replaceAll("'");
  }

  private static String singular(String word) {
    boolean isPlural = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss");
    return isPlural && Character.isLetter(word.charAt(0))
        ? word.substring(0, word.length() - (word.endsWith("'s") ? 2 : 1))
        : word;
  }
}
