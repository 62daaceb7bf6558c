package dev.quipu.model.json;

import org.jspecify.annotations.Nullable;

/// A decimal of at most 17 digits: `0.digits × 10^point`, negative or not.
///
/// Without leading or trailing zeros, so two decimals are equal exactly when they are the same
/// number; zero has no digits. It stands between a number's text and its double in both directions.
/// 17 digits are as many as the shortest text of a double ever needs, so a text with more digits is
/// never such a text.
record Decimal(boolean negative, String digits, int point) {

  private static final int MAX_DIGITS = 17;

  /// Beyond this no double is finite, nor above it anything but zero on the small side (10^309,
  /// 10^-324).
  private static final int MAX_POINT = 400;

  /// Reads a JSON number, in one pass over its text however long that is. Returns null for a number
  /// that no double's shortest text equals on account of its length or size alone.
  static @Nullable Decimal of(String text) {
    int at = 0;
    boolean negative = text.charAt(0) == '-';
    if (negative) {
      at++;
    }
    var digits = new char[MAX_DIGITS];
    int count = 0; // digits kept
    long zeros =
        0; // zeros seen since the last kept digit: they count only if another digit follows
    long point = 0;
    boolean afterPoint = false;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '.') {
        afterPoint = true;
        continue;
      }
      if (c < '0' || c > '9') {
        break;
      }
      if (c == '0') {
        if (count == 0) {
          point -= afterPoint ? 1 : 0;
        } else {
          zeros++;
          point += afterPoint ? 0 : 1;
        }
        continue;
      }
      if (count + zeros >= MAX_DIGITS) {
        return null;
      }
      for (; zeros > 0; zeros--) {
        digits[count++] = '0';
      }
      digits[count++] = c;
      point += afterPoint ? 0 : 1;
    }
    if (count == 0) {
      return new Decimal(false, "", 0); // minus zero is zero, whatever its exponent
    }
    point += at < text.length() ? exponent(text, at + 1) : 0;
    if (Math.abs(point) > MAX_POINT) {
      return null;
    }
    return new Decimal(negative, new String(digits, 0, count), (int) point);
  }

  /// Stops growing far beyond every double, but also beyond what the digits before it can make
  /// good: a text has fewer than 2^31 of them.
  private static long exponent(String text, int from) {
    int at = from;
    boolean negative = text.charAt(at) == '-';
    if (negative || text.charAt(at) == '+') {
      at++;
    }
    long exponent = 0;
    for (; at < text.length() && exponent < 1L << 40; at++) {
      exponent = exponent * 10 + (text.charAt(at) - '0');
    }
    return negative ? -exponent : exponent;
  }

  /// The shortest decimal that reads back as this double; of several, the one nearest to it.
  static Decimal shortest(double value) {
    var decimal = requireShort(of(Double.toString(value)));
    // The JDK keeps to at least two digits ("4.9E-324"); one may do, but only where doubles are
    // sparse.
    if (decimal.digits.length() == 2 && Math.abs(value) < Double.MIN_NORMAL) {
      var rounded = decimal.roundedToOneDigit();
      return rounded.toDouble() == value ? rounded : decimal;
    }
    return decimal;
  }

  private static Decimal requireShort(@Nullable Decimal decimal) {
    if (decimal == null) {
      throw new IllegalStateException("the JDK wrote a double in more than 17 digits");
    }
    return decimal;
  }

  private Decimal roundedToOneDigit() {
    int digit = digits.charAt(0) - '0' + (digits.charAt(1) >= '5' ? 1 : 0);
    return digit == 10
        ? new Decimal(negative, "1", point + 1)
        : new Decimal(negative, String.valueOf(digit), point);
  }

  double toDouble() {
    if (digits.isEmpty()) {
      return 0;
    }
    return Double.parseDouble((negative ? "-0." : "0.") + digits + "E" + point);
  }

  /// The text that ECMAScript gives a number, which RFC 8785 prescribes.
  String ecmaScript() {
    if (digits.isEmpty()) {
      return "0";
    }
    var text = new StringBuilder(26);
    if (negative) {
      text.append('-');
    }
    int count = digits.length();
    if (count <= point && point <= 21) {
      return text.append(digits).repeat('0', point - count).toString();
    }
    if (0 < point && point <= 21) {
      return text.append(digits, 0, point).append('.').append(digits, point, count).toString();
    }
    if (-6 < point && point <= 0) {
      return text.append("0.").repeat('0', -point).append(digits).toString();
    }
    text.append(digits.charAt(0));
    if (count > 1) {
      text.append('.').append(digits, 1, count);
    }
    int exponent = point - 1;
    return text.append(exponent < 0 ? "e-" : "e+").append(Math.abs(exponent)).toString();
  }
}
