package dev.quipu.engine.files;

import java.text.Normalizer;

/// Texts as we keep them: in NFC, lines end in `\n`, and nothing in them that JSON or a database
/// would stumble over. Tidying twice changes nothing.
public final class TidyText {

  private static final char UNKNOWN = '\ufffd';

  private TidyText() {}

  public static String of(String text) {
    return Normalizer.normalize(isPlain(text) ? text : cleaned(text), Normalizer.Form.NFC);
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' ? c != '\n' && c != '\t' : isTroublesome(c) || Character.isSurrogate(c)) {
        return false;
      }
    }
    return true;
  }

  /// Control characters, line ends that not everybody takes for one, and the byte order mark, which
  /// means nothing once the bytes are characters.
  private static boolean isTroublesome(char c) {
    return (c >= 0x7f && c <= 0x9f) || c == '\u2028' || c == '\u2029' || c == '\ufeff';
  }

  private static String cleaned(String text) {
    var clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n', '\t' -> clean.append(c);
        case '\r' -> {
          if (i + 1 == text.length() || text.charAt(i + 1) != '\n') {
            clean.append('\n');
          }
        }
        // The ends of a line, a page, a paragraph.
        case '\f', '\u0085', '\u2028', '\u2029' -> clean.append('\n');
        default -> {
          if (Character.isSurrogate(c)) {
            i += appendPair(text, i, clean);
          } else if (c >= ' ' && !isTroublesome(c)) {
            clean.append(c);
          }
        }
      }
    }
    return clean.toString();
  }

  /// Returns how many chars beyond the first it has taken.
  private static int appendPair(String text, int at, StringBuilder clean) {
    if (Character.isHighSurrogate(text.charAt(at))
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1))) {
      clean.append(text, at, at + 2);
      return 1;
    }
    clean.append(UNKNOWN);
    return 0;
  }
}
