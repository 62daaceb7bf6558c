package dev.quipu.model.json;

/// A place in a JSON value, as RFC 6901 writes it.
///
/// The text can always be sent back: a character that no answer may carry ([TextFault]) shows as
/// U+FFFD.
public record Pointer(String text) {

  /// The whole value.
  public static final Pointer ROOT = new Pointer("");

  public Pointer child(String name) {
    var child = new StringBuilder(text.length() + name.length() + 2).append(text).append('/');
    name.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '~' -> child.append("~0");
                case '/' -> child.append("~1");
                case 0 -> child.append('\ufffd');
                default -> child.appendCodePoint(isLoneSurrogate(point) ? '\ufffd' : point);
              }
            });
    return new Pointer(child.toString());
  }

  public Pointer child(int index) {
    return new Pointer(text + '/' + index);
  }

  /// A pair arrives as one code point beyond the surrogates.
  private static boolean isLoneSurrogate(int point) {
    return Character.MIN_SURROGATE <= point && point <= Character.MAX_SURROGATE;
  }

  @Override
  public String toString() {
    return text;
  }
}
