package dev.quipu.engine.files.choice;

import java.util.regex.Pattern;

/// Spellings made alike.
final class Fold {

  private static final Pattern HUMP = Pattern.compile("(?<=\\p{Ll})(?=\\p{Lu})");
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]+");

  private Fold() {}

  /// In lower case, char by char, so that offsets stay.
  static String lower(String text) {
    var lower = text.toCharArray();
    for (int i = 0; i < lower.length; i++) {
      lower[i] = Character.toLowerCase(lower[i]);
    }
    return new String(lower);
  }

  /// `invoiceNumber`, `INVOICE_NUMBER` and `Invoice number:` are one name.
  static String name(String name) {
    return lower(BETWEEN.matcher(HUMP.matcher(name).replaceAll(" ")).replaceAll(" ").strip());
  }
}
