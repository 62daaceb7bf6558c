package dev.quipu.engine.query;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What a text says, told by its words: in lower case, without accents, articles and the `s` of the
/// plural, in their order. Signs that say something stand among them: amounts, shares, question
/// marks.
///
/// @param text as it is written, for one that is too long to be compared by its words
record Saying(String text, List<String> words) {

  /// Of two that say the same, the shorter has this share of the longer one's words at least.
  static final double SAME = 0.9;

  /// Longer ones say the same if they are equal.
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

  /// One of these turns what is said into something else.
  private static final Set<String> TURNING =
      Set.of(
          "not",
          "no",
          "never",
          "none",
          "nobody",
          "nothing",
          "nor",
          "neither",
          "without",
          "cannot",
          "if",
          "unless",
          "except",
          "only",
          "almost",
          "maybe",
          "perhaps",
          "probably",
          "first",
          "second",
          "third",
          "не",
          "ні",
          "ніколи",
          "ніхто",
          "нічого",
          "нема",
          "немає",
          "без",
          "якщо",
          "крім",
          "лише",
          "тільки",
          "майже",
          "може",
          "мабуть",
          "перший",
          "другий",
          "третій");

  /// What these name depends on the day when they are said.
  private static final Set<String> LEANING =
      Set.of(
          "today",
          "tonight",
          "tomorrow",
          "yesterday",
          "now",
          "currently",
          "recently",
          "ago",
          "next",
          "last",
          "сьогодні",
          "завтра",
          "вчора",
          "учора",
          "зараз",
          "тепер",
          "нещодавно",
          "тому",
          "минулого",
          "минулої",
          "наступного",
          "наступної");

  static Saying of(String text) {
    if (text.length() > LONGEST) {
      return new Saying(text, List.of());
    }
    var lower = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    var split = Normalizer.normalize(lower, Normalizer.Form.NFD);
    var plain = Normalizer.normalize(ACCENT.matcher(split).replaceAll(""), Normalizer.Form.NFC);
    return new Saying(
        text,
        WORD.matcher(APOSTROPHE.matcher(plain).replaceAll("'"))
            .results()
            .map(MatchResult::group)
            .filter(word -> !ARTICLES.contains(word))
            .map(Saying::singular)
            .toList());
  }

  private static String singular(String word) {
    boolean isPlural = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss");
    return isPlural && Character.isLetter(word.charAt(0))
        ? word.substring(0, word.length() - (word.endsWith("'s") ? 2 : 1))
        : word;
  }

  /// Whether both say the same: one has all words of the other, in their order, and at most a tenth
  /// more, none of which is a value or turns the meaning. Where each has a word that the other
  /// lacks, be it one of a hundred, they may be of different things.
  boolean saysSameAs(Saying other) {
    if (words.isEmpty() || other.words.isEmpty()) {
      return text.equals(other.text);
    }
    if (words.size() > other.words.size()) {
      return other.saysSameAs(this);
    }
    var shorter = words;
    var longer = other.words;
    if (shorter.size() < SAME * longer.size()) {
      return false;
    }
    int common = 0;
    for (var word : longer) {
      if (common < shorter.size() && word.equals(shorter.get(common))) {
        common++;
      } else if (isDecisive(word)) {
        return false;
      }
    }
    return common == shorter.size();
  }

  /// Whether it says another thing on another day.
  boolean leansOnItsDay() {
    return words.stream().anyMatch(word -> LEANING.contains(word) || isWeekday(word));
  }

  private static boolean isDecisive(String word) {
    return !Character.isLetter(word.codePointAt(0))
        || word.chars().anyMatch(Character::isDigit)
        || TURNING.contains(word)
        || word.endsWith("n't")
        || isWeekday(word)
        || Months.of(word) > 0
        || NumberWords.of("", word.replace("'", "")) > 0;
  }

  private static boolean isWeekday(String word) {
    return Weekdays.of(word.replace("'", "")).isPresent();
  }

  /// How much of what two texts say is in both, from 0 to 1: words that begin alike count as one.
  static double overlap(Set<String> one, Set<String> two) {
    if (one.isEmpty() || two.isEmpty()) {
      return 0;
    }
    long both = one.stream().filter(two::contains).count();
    return (double) both / (one.size() + two.size() - both);
  }

  /// What its words begin with, for [#overlap].
  Set<String> beginnings() {
    var beginnings = new HashSet<String>();
    for (var word : words) {
      beginnings.add(word.length() > Values.ALIKE ? word.substring(0, Values.ALIKE) : word);
    }
    return beginnings;
  }
}
