package dev.quipu.model.id;

import java.util.regex.Pattern;

/// The SHA-256 of a blob's content, as 64 lower-case hexadecimal digits: who has the content can
/// tell its name, and who has the name can check the content.
public record BlobId(String value) implements Identifier {

  private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{64}");

  public BlobId {
    if (!isWellFormed(value)) {
      throw new IllegalArgumentException("not the id of a blob: 64 lower-case hexadecimal digits");
    }
  }

  public static boolean isWellFormed(String text) {
    return SHAPE.matcher(text).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
