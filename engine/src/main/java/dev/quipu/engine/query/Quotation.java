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
/// @param truncated whether it is a part of a longer text; then an ellipsis stands outside the
///   quotation marks, where no text can put one: before them, behind them or both
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
    return from(text, 0, room);
  }

  /// A text from a place on, or as much of that as has room; empty if no word of it has.
  static Optional<Quotation> from(String text, int begin, long room) {
    var whole = part(text, begin, text.length());
    if (whole.bytes() <= room) {
      return Optional.of(whole);
    }
    int fits = begin;
    int tooLong = (int) Math.min(text.length(), begin + room) + 1;
    while (tooLong - fits > 1) {
      int middle = (fits + tooLong) >>> 1;
      if (part(text, begin, whole(text, middle)).bytes() <= room) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    int end = end(text, begin, fits);
    while (end > begin && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end == begin ? Optional.empty() : Optional.of(part(text, begin, end));
  }

  private static Quotation part(String text, int begin, int end) {
    boolean isBegun = begin > 0;
    boolean isCut = end < text.length();
    return new Quotation(
        (isBegun ? ELLIPSIS : "") + quoted(text.substring(begin, end)) + (isCut ? ELLIPSIS : ""),
        isBegun || isCut);
  }

  int bytes() {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// Not half of a character.
  private static int whole(String text, int end) {
    return end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }

  /// Where the last word ends that is whole.
  private static int end(String text, int begin, int length) {
    for (int i = length; i > Math.max(begin, length - LONGEST_WORD); i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    var signs = BreakIterator.getCharacterInstance(Locale.ROOT);
    signs.setText(text);
    return signs.isBoundary(length) ? length : Math.max(begin, signs.preceding(length));
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
