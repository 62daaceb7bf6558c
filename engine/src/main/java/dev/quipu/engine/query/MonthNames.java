package dev.quipu.engine.query;

import java.util.Set;

/// Names of months that are other words too: `may` and `march` are verbs, `august` and `лютий` say
/// what something is like.
final class MonthNames {
  private static final Set<String> ALWAYS_DOUBTFUL =
      Set.of("may", "march", "mar", "лютий", "лютого", "лютому", "лютим");

  /// Before the name of a month.
  private static final Set<String> BEFORE =
      Set.of(
          "in",
          "last",
          "this",
          "of",
          "since",
          "during",
          "by",
          "until",
          "early",
          "mid",
          "late",
          "у",
          "в",
          "за",
          "з",
          "із",
          "від",
          "до",
          "після",
          "перед",
          "між",
          "протягом",
          "минулого",
          "минулому",
          "цього",
          "цьому",
          "початку",
          "кінця",
          "кінці",
          "наприкінці",
          "середині");

  /// Before the day of a month.
  private static final Set<String> BEFORE_DAY =
      Set.of("on", "before", "after", "from", "to", "till", "through", "between");

  private MonthNames() {}

  /// Whether the month is meant.
  ///
  /// @param end where the date ends that begins with it
  static boolean isMeant(int i, int end, TimeWords words) {
    String word = words.at(i);
    boolean isDoubtful =
        ALWAYS_DOUBTFUL.contains(word) || (word.equals("august") && !words.isName(i));
    if (!isDoubtful || BEFORE.contains(words.at(i - 1))) {
      return true;
    }
    String last = words.at(end - 1);
    if (end == i + 1) {
      return false;
    }
    return words.isName(i)
        || TimeWords.isYear(last)
        || TimeWords.isOrdinal(last)
        || BEFORE_DAY.contains(words.at(i - 1))
        || TimeStretches.isBehindDays(words.at(end)); // `may 5 people come`
  }
}
