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

  @Override
  public String toString() {
    return kind.wireName() + ":" + id;
  }
}
