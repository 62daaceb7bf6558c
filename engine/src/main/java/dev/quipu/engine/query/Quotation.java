package dev.quipu.engine.query;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A text quoted as data: a JSON string on one line, whoever breaks lines, read from left to right,
/// with nothing in it that cannot be seen.
///
/// @param text in quotation marks
/// @param truncated whether it is the beginning of a longer text; then an ellipsis stands behind
///   the quotation marks, where no text can put one
record Quotation(String text, boolean truncated) {

  private static final String ELLIPSIS = "…";

  /// A text is cut at a blank, unless it has none for so long: not all scripts have them.
  private static final int LONGEST_WORD = 50;

  /// What breaks lines, turns the direction of reading, or is not seen at all. The joiners are
  /// left: Persian, Hindi and families of emoji are spelled with them. So are the signs for numbers
  /// and verses that Arabic has among these, which are seen.
  private static final String FORMATTING =
      "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\u200c\\u200d\\u0600-\\u0605\\u06dd]]";

  /// What Unicode has among letters, marks and symbols, or has not given out yet, and nothing
  /// draws: fillers, selectors of variants, a pattern of Braille without dots.
  private static final String UNDRAWN =
      "[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2065\\u2800\\u3164\\ufe00-\\ufe0e"
          + "\\uffa0\\ufff0-\\ufff8\\x{16fe4}\\x{1d159}\\x{e0000}-\\x{e0fff}]";

  /// What JSON has written out already, and the selector that asks for an emoji, once behind what
  /// can be one, as a digit can.
  private static final String LEFT = "\\\\(?:u[0-9a-f]{4}|.)|\\p{IsEmoji}\\ufe0f";

  private static final Pattern SIGN =
      Pattern.compile("(?<left>" + LEFT + ")|" + FORMATTING + "|" + UNDRAWN + "|\\ufe0f");

  static Quotation of(String text) {
    return new Quotation(quoted(text), false);
  }

  /// A text, or as much of its beginning as has room; empty if no word of it has.
  ///
  /// @param room in bytes
  static Optional<Quotation> of(String text, long room) {
    var whole = of(text);
    if (whole.bytes() <= room) {
      return Optional.of(whole);
    }
    int fits = 0;
    int tooLong = (int) Math.min(text.length(), room) + 1;
    while (tooLong - fits > 1) {
      int middle = (fits + tooLong) >>> 1;
      if (cut(beginning(text, middle)).bytes() <= room) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    var words = text.substring(0, end(text, fits)).stripTrailing();
    return words.isBlank() ? Optional.empty() : Optional.of(cut(words));
  }

  private static Quotation cut(String beginning) {
    return new Quotation(quoted(beginning) + ELLIPSIS, true);
  }

  int bytes() {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// Not half of a character.
  private static String beginning(String text, int length) {
    boolean isSplit = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
    return text.substring(0, isSplit ? length - 1 : length);
  }

  /// Where the last word ends that is whole.
  private static int end(String text, int length) {
    for (int i = length; i > Math.max(0, length - LONGEST_WORD); i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    var signs = BreakIterator.getCharacterInstance(Locale.ROOT);
    signs.setText(text);
    return signs.isBoundary(length) ? length : signs.preceding(length);
  }

  private static String quoted(String text) {
    return SIGN.matcher(Canonical.text(Json.of(text)))
        .replaceAll(
            sign ->
                Matcher.quoteReplacement(
                    sign.group("left") == null ? escaped(sign.group()) : sign.group()));
  }

  private static String escaped(String sign) {
    return sign.chars()
        .mapToObj(unit -> String.format(Locale.ROOT, "\\u%04x", unit))
        .collect(Collectors.joining());
  }
}
