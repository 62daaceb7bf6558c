package dev.quipu.engine.embedding;

import java.lang.Character.UnicodeScript;

/// How much of a text is written in Latin letters.
final class LatinShare {

  private LatinShare() {}

  /// From 0 to 1; 0 if there are no letters at all.
  static double of(String text) {
    long letters = text.codePoints().filter(Character::isLetter).count();
    long latin =
        text.codePoints()
            .filter(
                each -> Character.isLetter(each) && UnicodeScript.of(each) == UnicodeScript.LATIN)
            .count();
    return letters == 0 ? 0 : (double) latin / letters;
  }
}
