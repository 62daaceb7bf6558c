package dev.quipu.model.payload;

import dev.quipu.model.json.Shape;
import java.util.regex.Pattern;

/// The kinds of entity are an open set of words, such as `invoice`; this is what makes a word one.
public final class EntityType {

  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_]{0,63}");

  public static final Shape<String> SHAPE = Shape.id(EntityType::checked);

  private EntityType() {}

  public static boolean isWellFormed(String text) {
    return FORM.matcher(text).matches();
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
