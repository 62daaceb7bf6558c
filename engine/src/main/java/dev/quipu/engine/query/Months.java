package dev.quipu.engine.query;

import java.util.List;

/// Names of months in English and Ukrainian, in any case and as people shorten them.
final class Months {
  private static final List<String> ENGLISH =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");

  /// What all forms of the Ukrainian names begin with, and the two that begin other words too in
  /// full.
  private static final List<String> UKRAINIAN =
      List.of(
          "січ(ень|ня|ні)",
          "лют(ий|ого|ому)",
          "берез(ень|ня|ні)",
          "квіт(ень|ня|ні)",
          "трав(ень|ня|ні)",
          "черв(ень|ня|ні)",
          "лип(ень|ня|ні)",
          "серп(ень|ня|ні)",
          "верес(ень|ня|ні)",
          "жовт(ень|ня|ні)",
          "листопад(а|і)?",
          "груд(ень|ня|ні)");

  private Months() {}

  /// 1 to 12, or 0 for a word in lower case that names no month.
  static int of(String word) {
    if (word.length() < 3) {
      return 0;
    }
    boolean latin = word.charAt(0) < 0x80;
    for (int i = 0; i < 12; i++) {
      String english = ENGLISH.get(i);
      if (latin
          ? word.equals(english)
              || (word.length() <= 4
                  && word.equals(english.substring(0, Math.min(word.length(), english.length()))))
          : word.matches(UKRAINIAN.get(i))) {
        return i + 1;
      }
    }
    return 0;
  }
}
