package dev.quipu.lucene.analysis;

import java.util.ArrayList;
import java.util.List;

/// Takes apart what programs and people write as one word: `snake_case`, `camelCase`,
/// `dotted.names`, `HTTPServer2`.
final class Identifiers {
  private Identifiers() {}

  /// The parts of a word, or nothing where it has only one. Letter case is needed: split before
  /// folding.
  static List<String> parts(String word) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= word.length(); i++) {
      boolean end = i == word.length();
      boolean joint = !end && !Character.isLetterOrDigit(word.charAt(i)) && !isMark(word.charAt(i));
      if (end || joint || (i > start && turns(word, i))) {
        if (i > start) {
          parts.add(word.substring(start, i));
        }
        start = joint ? i + 1 : i;
      }
    }
    return parts.size() > 1 ? parts : List.of();
  }

  /// Marks and apostrophes belong to the word they stand in.
  private static boolean isMark(char c) {
    return Character.getType(c) == Character.NON_SPACING_MARK || Folding.apostrophe(c);
  }

  private static boolean turns(String word, int i) {
    char before = word.charAt(i - 1);
    char here = word.charAt(i);
    if (Character.isDigit(before) != Character.isDigit(here)) {
      return true;
    }
    if (!Character.isUpperCase(here)) {
      return false;
    }
    boolean beforeLast = i + 1 < word.length() && Character.isLowerCase(word.charAt(i + 1));
    return Character.isLowerCase(before) || (Character.isUpperCase(before) && beforeLast && i > 1);
  }
}
