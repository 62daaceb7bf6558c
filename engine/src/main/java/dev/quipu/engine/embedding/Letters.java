package dev.quipu.engine.embedding;

import java.lang.Character.UnicodeScript;
import java.util.Locale;

/// The letters of the texts that a model has learnt from: what is written in others it does not
/// understand.
public enum Letters {
  ALL,

  /// English, as far as we can tell by letters.
  LATIN;

  /// What share of a text a model understands, from 0 to 1. Digits are digits everywhere, so
  /// letters tell the language; without letters, there has to be a digit.
  public double share(String text) {
    long letters = text.codePoints().filter(Character::isLetter).count();
    if (letters == 0) {
      return EmbeddedTexts.hasMeaning(text) ? 1 : 0;
    }
    return switch (this) {
      case ALL -> 1;
      case LATIN -> (double) text.codePoints().filter(Letters::isLatin).count() / letters;
    };
  }

  private static boolean isLatin(int c) {
    return Character.isLetter(c) && UnicodeScript.of(c) == UnicodeScript.LATIN;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
