package dev.quipu.engine.query;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
  private static final List<Pattern> UKRAINIAN =
      Stream.of(
              "січ(ень|ня|ні|нем)",
              "лют(ий|ого|ому|им)",
              "берез(ень|ня|ні|нем)",
              "квіт(ень|ня|ні|нем)",
              "трав(ень|ня|ні|нем)",
              "черв(ень|ня|ні|нем)",
              "лип(ень|ня|ні|нем)",
              "серп(ень|ня|ні|нем)",
              "верес(ень|ня|ні|нем)",
              "жовт(ень|ня|ні|нем)",
              "листопад(а|і|ом)?",
              "груд(ень|ня|ні|нем)")
          .map(Pattern::compile)
          .toList();

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
          : UKRAINIAN.get(i).matcher(word).matches()) {
        return i + 1;
      }
    }
    return 0;
  }
}
