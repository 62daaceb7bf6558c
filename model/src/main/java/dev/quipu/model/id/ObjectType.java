package dev.quipu.model.id;

import dev.quipu.model.failure.NotFound;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The kinds of object that views hold: the thirteen of seed 001, then what is ours: names for
/// positions of a log, what payloads are compiled by, and what the platform log holds.
public enum ObjectType {
  AGENT("agent"),
  SESSION("session"),
  EVENT("event"),
  MEMORY("memory"),
  STATE("state"),
  ARTIFACT("artifact"),
  EDGE("edge"),
  OBJECT_VERSION("object_version"),
  USER("user"),
  POLICY("policy"),
  POLICY_RECORD("policy_record"),
  EMBEDDING("embedding"),
  SHARE_CONTRACT("share_contract"),
  SNAPSHOT("snapshot"),
  CAPABILITY("capability"),
  ENTITY_SCHEMA("entity_schema"),
  TENANT("tenant"),
  KEY("key");

  private static final Map<String, ObjectType> BY_WIRE_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(ObjectType::wireName, Function.identity()));

  private final String wireName;

  ObjectType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /// Whether it is one of the thirteen.
  public boolean isCanonical() {
    return switch (this) {
      case SNAPSHOT, CAPABILITY, ENTITY_SCHEMA, TENANT, KEY -> false;
      default -> true;
    };
  }

  /// Whether it is one of the thirteen that is kept by itself: the others are shown out of what
  /// something else keeps.
  public boolean isKept() {
    return isCanonical() && this != EMBEDDING && this != OBJECT_VERSION;
  }

  /// What is answered for one that is not there, or not there for this caller: the same words,
  /// always.
  public NotFound absent() {
    return new NotFound("object.not_found", "there is no " + wireName + " with this id");
  }

  public static @Nullable ObjectType of(String wireName) {
    return BY_WIRE_NAME.get(wireName);
  }
}
