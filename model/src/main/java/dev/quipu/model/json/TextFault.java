package dev.quipu.model.json;

import org.jspecify.annotations.Nullable;

/// Why a text cannot be kept.
///
/// Such text is legal JSON, but a NUL cuts strings short in half of the world's databases, and half
/// of a surrogate pair has no UTF-8, hence no canonical bytes and no hash.
public enum TextFault {
  NUL("text.nul", "Remove the NUL character (U+0000)."),
  SURROGATE("text.surrogate", "Send both halves of the surrogate pair, or leave both out.");

  private final String code;
  private final String message;

  TextFault(String code, String message) {
    this.code = code;
    this.message = message;
  }

  public String code() {
    return code;
  }

  public String message() {
    return message;
  }

  /// The first fault of the text, or null if it may be kept.
  public static @Nullable TextFault of(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return NUL;
      }
      if (Character.isSurrogate(c) && !isPaired(text, i)) {
        return SURROGATE;
      }
    }
    return null;
  }

  private static boolean isPaired(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }

  /// Returns the text, or throws: for values that our own code makes. Input is asked with [#of]
  /// first.
  static String refuseIn(String text) {
    var fault = of(text);
    if (fault != null) {
      throw new IllegalArgumentException(fault.code + ": " + fault.message);
    }
    return text;
  }
}
