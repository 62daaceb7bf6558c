package dev.quipu.model.id;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Who acts, and who owns: `owner_kind` and `owner_id` of seed 000, `principal` of a key.
public record Principal(Kind kind, String id) {

  public Principal {
    Identifier.checked(id);
  }

  public enum Kind {
    USER,
    AGENT,
    TEAM;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static @Nullable Kind of(String wireName) {
      return switch (wireName) {
        case "user" -> USER;
        case "agent" -> AGENT;
        case "team" -> TEAM;
        default -> null;
      };
    }
  }

  /// Reads what [#toString] has written.
  ///
  /// @throws IllegalArgumentException if it is nothing of the kind
  public static Principal parse(String text) {
    int colon = text.indexOf(':');
    var kind = colon < 0 ? null : Kind.of(text.substring(0, colon));
    if (kind == null) {
      throw new IllegalArgumentException("not a principal: " + text);
    }
    return new Principal(kind, text.substring(colon + 1));
  }

  @Override
  public String toString() {
    return kind.wireName() + ":" + id;
  }
}
