package dev.quipu.model.access;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a key may do at all. What it may see is the [AccessRule]'s matter.
public enum Grant {
  READ,
  WRITE,
  ADMIN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static @Nullable Grant of(String wireName) {
    return switch (wireName) {
      case "read" -> READ;
      case "write" -> WRITE;
      case "admin" -> ADMIN;
      default -> null;
    };
  }
}
