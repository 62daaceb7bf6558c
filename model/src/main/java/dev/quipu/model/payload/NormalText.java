package dev.quipu.model.payload;

import java.text.Normalizer;

/// Texts as they are hashed: what JavaScript's `trim` and `toLowerCase` make of them, in NFC.
///
/// Ids that are kept for ever hang on this, and vectors of other programs agree with it.
/// [String#strip] takes other characters away than `trim`; [String#toLowerCase] asks the locale
/// data of the platform where a word ends, once for each capital sigma, and looks at the whole text
/// each time.
final class NormalText {

  private static final String DOTTED_I = "i\u0307";

  /// Punctuation within words, over which a sigma looks to see whether its word goes on.
  private static final String WITHIN_WORDS =
      "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a";

  private NormalText() {}

  /// Trimmed, in lower case, NFC.
  static String of(String raw) {
    return nfc(lower(trimmed(nfc(raw))));
  }

  static String nfc(String text) {
    return Normalizer.isNormalized(text, Normalizer.Form.NFC)
        ? text
        : Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  static String trimmed(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  /// Every run of white space as one space, none at the ends.
  static String collapsed(String text) {
    var collapsed = new StringBuilder(text.length());
    boolean pending = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isSpace(c)) {
        pending = !collapsed.isEmpty();
      } else {
        if (pending) {
          collapsed.append(' ');
        }
        pending = false;
        collapsed.append(c);
      }
    }
    return collapsed.toString();
  }

  static String lower(String text) {
    var lower = new StringBuilder(text.length());
    int next;
    for (int at = 0; at < text.length(); at = next) {
      int point = text.codePointAt(at);
      next = at + Character.charCount(point);
      switch (point) {
        case '\u0130' -> lower.append(DOTTED_I);
        case '\u03a3' -> lower.append(endsWord(text, at, next) ? '\u03c2' : '\u03c3');
        default -> lower.appendCodePoint(Character.toLowerCase(point));
      }
    }
    return lower.toString();
  }

  /// `Final_Sigma` of the Unicode standard: a letter before, none behind.
  private static boolean endsWord(String text, int start, int end) {
    int before = start;
    while (before > 0 && isPassedOver(text.codePointBefore(before))) {
      before -= Character.charCount(text.codePointBefore(before));
    }
    int behind = end;
    while (behind < text.length() && isPassedOver(text.codePointAt(behind))) {
      behind += Character.charCount(text.codePointAt(behind));
    }
    return before > 0
        && isCased(text.codePointBefore(before))
        && (behind == text.length() || !isCased(text.codePointAt(behind)));
  }

  private static boolean isCased(int point) {
    return Character.isLowerCase(point)
        || Character.isUpperCase(point)
        || Character.isTitleCase(point);
  }

  private static boolean isPassedOver(int point) {
    return switch (Character.getType(point)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.MODIFIER_LETTER,
          Character.MODIFIER_SYMBOL ->
          true;
      default -> WITHIN_WORDS.indexOf(point) >= 0;
    };
  }

  /// White space and line ends of ECMAScript; none of them lies beyond the first plane.
  static boolean isSpace(char c) {
    return switch (c) {
      case '\t', '\n', '\u000b', '\f', '\r', ' ', '\u00a0', '\u1680' -> true;
      case '\u2028', '\u2029', '\u202f', '\u205f', '\u3000', '\ufeff' -> true;
      default -> '\u2000' <= c && c <= '\u200a';
    };
  }
}
