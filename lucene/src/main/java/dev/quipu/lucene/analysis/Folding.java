package dev.quipu.lucene.analysis;

import java.text.Normalizer;
import java.util.Locale;

/// One spelling for words that people write in several ways: compatibility forms (NFKC), letter
/// case, accents, stress marks and apostrophes.
///
/// Cyrillic keeps the breve and the diaeresis: `й` and `ї` are letters of their own, a stress mark
/// is none. `ґ` is written `г`, as the Ukrainian dictionary does and many texts do.
public final class Folding {
  private Folding() {}

  /// The folded word; an apostrophe inside it is kept as `'`.
  public static String fold(String word) {
    if (isAscii(word)) {
      return word.toLowerCase(Locale.ROOT);
    }
    // Upper case first: it unites what lower case keeps apart (ß and ss, ς and σ).
    String cased = Normalizer.normalize(word, Normalizer.Form.NFKC);
    cased = cased.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    String parts = Normalizer.normalize(cased, Normalizer.Form.NFKD);
    StringBuilder kept = new StringBuilder(parts.length());
    int base = 0;
    for (int i = 0; i < parts.length(); ) {
      int c = parts.codePointAt(i);
      i += Character.charCount(c);
      if (Character.getType(c) != Character.NON_SPACING_MARK) {
        base = c;
        append(c, kept);
      } else if (!isAccent(base, c)) {
        kept.appendCodePoint(c);
      }
    }
    return Normalizer.normalize(kept, Normalizer.Form.NFC);
  }

  static boolean isCyrillic(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c >= 0x400 && c < 0x530) {
        return true;
      }
    }
    return false;
  }

  static boolean apostrophe(int c) {
    return switch (c) {
      case '\'',
          '`',
          '\u00b4',
          '\u02b9',
          '\u02bc',
          '\u2018',
          '\u2019',
          '\u201b',
          '\u2032',
          '\uff07' ->
          true;
      default -> false;
    };
  }

  private static boolean isAccent(int base, int mark) {
    return switch (Character.UnicodeScript.of(base)) {
      case LATIN, GREEK, ARABIC, HEBREW -> true;
      case CYRILLIC -> mark == 0x300 || mark == 0x301;
      default -> false;
    };
  }

  private static void append(int c, StringBuilder kept) {
    switch (c) {
      case 'ø' -> kept.append('o');
      case 'ł' -> kept.append('l');
      case 'đ', 'ð' -> kept.append('d');
      case 'ı' -> kept.append('i');
      case 'œ' -> kept.append("oe");
      case 'æ' -> kept.append("ae");
      case 'ґ' -> kept.append('г');
      default -> kept.appendCodePoint(apostrophe(c) ? '\'' : c);
    }
  }

  private static boolean isAscii(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) >= 128) {
        return false;
      }
    }
    return true;
  }
}
