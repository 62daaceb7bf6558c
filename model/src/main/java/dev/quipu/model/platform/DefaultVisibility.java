package dev.quipu.model.platform;

import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Visibility;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A visibility that needs nothing beside it, so that it can be a default.
public enum DefaultVisibility {
  PRIVATE,
  CONFIDENTIAL,
  PUBLIC;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static @Nullable DefaultVisibility of(String wireName) {
    for (var value : values()) {
      if (value.wireName().equals(wireName)) {
        return value;
      }
    }
    return null;
  }

  public Visibility visibility() {
    return switch (this) {
      case PRIVATE -> new Visibility.OwnerOnly();
      case CONFIDENTIAL -> new Visibility.Named(Acl.NOBODY);
      case PUBLIC -> new Visibility.Everybody();
    };
  }
}
