package dev.quipu.model.object;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What has become of an object. This is the one table of steps; docs/objects.md shows it.
///
/// Deleting and its undo are acts of their own (a tombstone and its end), quarantine is
/// governance's matter; they stand here so that every step has one place.
public enum Lifecycle {
  ACTIVE("active"),
  STALE("stale"),
  ARCHIVED("archived"),
  QUARANTINED("quarantined"),
  RETRACTED("retracted"),
  DELETED("deleted");

  /// What a body keeps it under; a body without it is active.
  public static final String MEMBER = "lifecycle";

  private static final Map<String, Lifecycle> BY_WIRE_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(Lifecycle::wireName, Function.identity()));

  private final String wireName;

  Lifecycle(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /// Where it can go from here.
  public Set<Lifecycle> next() {
    return switch (this) {
      case ACTIVE -> Set.of(STALE, ARCHIVED, QUARANTINED, RETRACTED, DELETED);
      case STALE -> Set.of(ACTIVE, ARCHIVED, QUARANTINED, RETRACTED, DELETED);
      case ARCHIVED -> Set.of(ACTIVE, STALE, QUARANTINED, RETRACTED, DELETED);
      case QUARANTINED -> Set.of(ACTIVE, RETRACTED, DELETED);
      case RETRACTED -> Set.of(DELETED);
      case DELETED -> Set.of(ACTIVE, STALE, ARCHIVED, RETRACTED);
    };
  }

  /// The table as docs/objects.md shows it.
  public static String asMarkdown() {
    var head =
        """
        | from | to |
        | --- | --- |
        """;
    return head
        + Stream.of(values())
            .map(from -> "| " + from.wireName + " | " + from.told() + " |\n")
            .collect(Collectors.joining());
  }

  private String told() {
    var next = next();
    return Stream.of(values())
        .filter(next::contains)
        .map(Lifecycle::wireName)
        .collect(Collectors.joining(", "));
  }

  public static Lifecycle of(JsonObject body) {
    var word = body.text(MEMBER);
    var known = word == null ? ACTIVE : BY_WIRE_NAME.get(word);
    if (known == null) {
      throw new IllegalStateException("no lifecycle: " + word);
    }
    return known;
  }

  /// The body in this state.
  public JsonObject in(JsonObject body) {
    return this == ACTIVE ? body.without(MEMBER) : body.with(MEMBER, Json.of(wireName));
  }
}
