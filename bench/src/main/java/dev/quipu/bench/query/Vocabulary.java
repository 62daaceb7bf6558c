package dev.quipu.bench.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/// Words that are spread as in a language: the n-th of them is said 1/n times as often as the
/// first. The commonest are small words of English; the others are made up. Always the same.
final class Vocabulary {

  private static final int SIZE = 40_000;

  private static final List<String> SMALL =
      List.of(
          "the", "and", "to", "of", "a", "in", "I", "it", "is", "that", "you", "was", "for", "on",
          "with", "my", "we", "are", "this", "have", "be", "at", "not", "but", "what", "so");

  private static final List<String> SYLLABLES =
      List.of(
          "ba", "co", "di", "fo", "gar", "hel", "jun", "ka", "lim", "mor", "ne", "pol", "qui", "ru",
          "sta", "tem", "u", "ven", "wo", "xa", "ye", "zor", "bri", "che", "dro", "fla", "glo",
          "kre", "ple", "sko", "tri", "nu");

  private final List<String> words = new ArrayList<>(SMALL);
  private final double[] upTo = new double[SIZE];

  Vocabulary() {
    var random = new Random(3);
    var made = new HashSet<>(words);
    while (words.size() < SIZE) {
      var word = new StringBuilder();
      int syllables = 2 + random.nextInt(3);
      for (int i = 0; i < syllables; i++) {
        word.append(SYLLABLES.get(random.nextInt(SYLLABLES.size())));
      }
      if (made.add(word.toString())) {
        words.add(word.toString());
      }
    }
    double sum = 0;
    for (int i = 0; i < SIZE; i++) {
      sum += 1.0 / (i + 1);
      upTo[i] = sum;
    }
  }

  String word(Random random) {
    int found = Arrays.binarySearch(upTo, random.nextDouble() * upTo[SIZE - 1]);
    return words.get(Math.min(SIZE - 1, found < 0 ? -found - 1 : found));
  }

  String text(Random random, int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : " ").append(word(random));
    }
    return text.append('.').toString();
  }

  static boolean isSmall(String word) {
    return SMALL.contains(word);
  }
}
