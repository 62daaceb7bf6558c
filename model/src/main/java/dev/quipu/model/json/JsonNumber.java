package dev.quipu.model.json;

import org.jspecify.annotations.Nullable;

/// A number: a finite double, as RFC 8785 wants it. Minus zero becomes zero.
public record JsonNumber(double value) implements Json {

  /// Up to here every integer is a double of its own and its canonical text is the integer itself.
  private static final long MAX_SAFE_INTEGER = 1L << 53;

  public JsonNumber {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON has no " + value);
    }
    value += 0.0; // -0.0 + 0.0 is 0.0
  }

  /// Reads the text of a JSON number, or returns null if the number would not come back: its
  /// canonical text must be the same number. So `0.1` and `1.0` are taken, `9007199254740993` and
  /// `1e400` are not, nor is 2^60, whose canonical text is 1152921504606847000. Takes one pass over
  /// a text of any length.
  public static @Nullable JsonNumber exactly(String text) {
    int length = text.length();
    if (length <= 15 && isInteger(text)) {
      return new JsonNumber(Long.parseLong(text));
    }
    var given = Decimal.of(text);
    if (given == null) {
      return null;
    }
    double nearest = given.toDouble();
    boolean same = Double.isFinite(nearest) && given.equals(Decimal.shortest(nearest));
    return same ? new JsonNumber(nearest) : null;
  }

  /// As [#exactly(String)].
  public static @Nullable JsonNumber exactly(long number) {
    return isSafe(number) ? new JsonNumber(number) : exactly(Long.toString(number));
  }

  /// Whether [#asLong] has an answer: a whole number of at most 2^53 either way.
  public boolean isInteger() {
    return value == Math.rint(value) && Math.abs(value) <= MAX_SAFE_INTEGER;
  }

  public long asLong() {
    if (!isInteger()) {
      throw new ArithmeticException(this + " is not an integer up to 2^53");
    }
    return (long) value;
  }

  /// The canonical text.
  @Override
  public String toString() {
    return isInteger() ? Long.toString((long) value) : Decimal.shortest(value).ecmaScript();
  }

  private static boolean isSafe(long number) {
    return -MAX_SAFE_INTEGER <= number && number <= MAX_SAFE_INTEGER;
  }

  private static boolean isInteger(String text) {
    int start = text.charAt(0) == '-' ? 1 : 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
    }
    return start < text.length();
  }
}
