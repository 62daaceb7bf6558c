package dev.quipu.engine.query;

import java.util.List;

/// Numbers up to 99 in English and Ukrainian words, in lower case and without apostrophes.
final class NumberWords {
  /// Each line holds the words for one number, from one on.
  private static final List<List<String>> SMALL =
      List.of(
          List.of("a", "one", "один", "одну"),
          List.of("two", "два", "дві"),
          List.of("three", "три"),
          List.of("four", "чотири"),
          List.of("five", "пять"),
          List.of("six", "шість"),
          List.of("seven", "сім"),
          List.of("eight", "вісім"),
          List.of("nine", "девять"),
          List.of("ten", "десять"),
          List.of("eleven", "одинадцять"),
          List.of("twelve", "дванадцять"),
          List.of("thirteen", "тринадцять"),
          List.of("fourteen", "чотирнадцять"),
          List.of("fifteen", "пятнадцять"),
          List.of("sixteen", "шістнадцять"),
          List.of("seventeen", "сімнадцять"),
          List.of("eighteen", "вісімнадцять"),
          List.of("nineteen", "девятнадцять"));

  /// The same for tens, from twenty on.
  private static final List<List<String>> TENS =
      List.of(
          List.of("twenty", "двадцять"),
          List.of("thirty", "тридцять"),
          List.of("forty", "сорок"),
          List.of("fifty", "пятдесят"),
          List.of("sixty", "шістдесят"),
          List.of("seventy", "сімдесят"),
          List.of("eighty", "вісімдесят"),
          List.of("ninety", "девяносто"));

  private NumberWords() {}

  /// The number that a word says, alone or with the tens before it; 0 if it says none.
  static int of(String before, String word) {
    int tens = TENS.indexOf(lineOf(word, TENS));
    if (tens >= 0) {
      return (tens + 2) * 10;
    }
    int small = SMALL.indexOf(lineOf(word, SMALL)) + 1;
    int tensBefore = TENS.indexOf(lineOf(before, TENS));
    return small > 0 && small < 10 && tensBefore >= 0 ? (tensBefore + 2) * 10 + small : small;
  }

  private static List<String> lineOf(String word, List<List<String>> lines) {
    return lines.stream().filter(line -> line.contains(word)).findFirst().orElse(List.of());
  }
}
