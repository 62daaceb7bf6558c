package dev.quipu.engine.query;

import dev.quipu.engine.index.SaidWords;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a text says, told by its words.
///
/// @param text as it is written, for one that is too long to be compared by its words
record Saying(String text, List<String> words) {

  /// Of two that say the same, the shorter has this share of the longer one's words at least.
  static final double SAME = 0.9;

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
    return new Saying(text, SaidWords.of(text));
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
