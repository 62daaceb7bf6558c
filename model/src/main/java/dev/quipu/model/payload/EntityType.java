package dev.quipu.model.payload;

import dev.quipu.model.json.Shape;

/// The kinds of entity are an open set of words, such as `invoice`; this is what makes a word one.
public final class EntityType {

  private static final int MAX_LENGTH = 64;

  public static final Shape<String> SHAPE = Shape.id(EntityType::checked);

  private EntityType() {}

  public static boolean isWellFormed(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH || !isLetter(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isLetter(c) && (c < '0' || c > '9') && c != '_') {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  /// @throws IllegalArgumentException if it is none
  static String checked(String text) {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException(
          "Name an entity type by 1 to 64 of a-z 0-9 _, starting with a letter.");
    }
    return text;
  }
}
