package dev.quipu.model.id;

/// A name that we accept or make: 1 to 128 characters out of `A-Z a-z 0-9 _ . : -`, the first a
/// letter or digit.
///
/// ASCII only, so that two names that look alike are alike, whatever a client's Unicode form.
public interface Identifier {

  int MAX_LENGTH = 128;

  String value();

  /// The rule in words, for messages.
  String RULE = "1 to 128 of A-Z a-z 0-9 _ . : -, starting with a letter or digit";

  /// Refuses what is not well-formed. Doors ask [#isWellFormed] first, so reaching the exception is
  /// a bug.
  static void checked(String text) {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException("not an identifier: " + RULE);
    }
  }

  static boolean isWellFormed(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH || !isAlphanumeric(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isAlphanumeric(c) && c != '_' && c != '.' && c != ':' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
