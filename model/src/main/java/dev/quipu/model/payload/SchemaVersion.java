package dev.quipu.model.payload;

import dev.quipu.model.json.Shape;
import java.util.Comparator;
import java.util.regex.Pattern;

/// Versions of schemas are texts such as `1.0`: another first number breaks, another second adds.
public final class SchemaVersion {

  private static final Pattern FORM =
      Pattern.compile("(?:0|[1-9][0-9]{0,5})\\.(?:0|[1-9][0-9]{0,5})");

  public static final Shape<String> SHAPE = Shape.id(SchemaVersion::checked);

  /// By number, not by letter: 1.10 is later than 1.9.
  public static final Comparator<String> ORDER =
      Comparator.comparingInt(SchemaVersion::major).thenComparingInt(SchemaVersion::minor);

  private SchemaVersion() {}

  public static boolean isWellFormed(String text) {
    return FORM.matcher(text).matches();
  }

  /// @throws IllegalArgumentException if it is none
  static String checked(String text) {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException("Send a version of two numbers, such as 1.0.");
    }
    return text;
  }

  public static int major(String version) {
    return Integer.parseInt(version, 0, version.indexOf('.'), 10);
  }

  public static int minor(String version) {
    return Integer.parseInt(version, version.indexOf('.') + 1, version.length(), 10);
  }
}
