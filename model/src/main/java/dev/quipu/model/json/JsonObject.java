package dev.quipu.model.json;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Named values in the order they were given. The order is for people: it takes no part in
/// equality.
public record JsonObject(Map<String, Json> members) implements Json {

  public static final JsonObject EMPTY = new JsonObject(Map.of());

  public JsonObject {
    // not Map.copyOf, which forgets the order
    var copy = new LinkedHashMap<>(members);
    copy.forEach(
        (name, value) -> {
          TextFault.refuseIn(name);
          requireNonNull(value, name);
        });
    members = Collections.unmodifiableMap(copy);
  }

  public static JsonObject of(String name, Json value) {
    return new JsonObject(Map.of(name, value));
  }

  public static JsonObject of(String n1, Json v1, String n2, Json v2) {
    return ofAll(n1, v1, n2, v2);
  }

  public static JsonObject of(String n1, Json v1, String n2, Json v2, String n3, Json v3) {
    return ofAll(n1, v1, n2, v2, n3, v3);
  }

  public static JsonObject of(
      String n1, Json v1, String n2, Json v2, String n3, Json v3, String n4, Json v4) {
    return ofAll(n1, v1, n2, v2, n3, v3, n4, v4);
  }

  public static JsonObject of(
      String n1,
      Json v1,
      String n2,
      Json v2,
      String n3,
      Json v3,
      String n4,
      Json v4,
      String n5,
      Json v5) {
    return ofAll(n1, v1, n2, v2, n3, v3, n4, v4, n5, v5);
  }

  public static JsonObject of(
      String n1,
      Json v1,
      String n2,
      Json v2,
      String n3,
      Json v3,
      String n4,
      Json v4,
      String n5,
      Json v5,
      String n6,
      Json v6) {
    return ofAll(n1, v1, n2, v2, n3, v3, n4, v4, n5, v5, n6, v6);
  }

  private static JsonObject ofAll(Object... namesAndValues) {
    var members = new LinkedHashMap<String, Json>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      var name = (String) namesAndValues[i];
      if (members.put(name, (Json) namesAndValues[i + 1]) != null) {
        throw new IllegalArgumentException("a member is named twice: " + name);
      }
    }
    return new JsonObject(members);
  }

  /// For what may not be there.
  public static JsonObject orEmpty(@Nullable JsonObject object) {
    return object == null ? EMPTY : object;
  }

  public @Nullable Json get(String name) {
    return members.get(name);
  }

  /// The member if it is a text, else null.
  public @Nullable String text(String name) {
    return members.get(name) instanceof JsonString(var value) ? value : null;
  }

  /// The member if it is an object, else null.
  public @Nullable JsonObject object(String name) {
    return members.get(name) instanceof JsonObject object ? object : null;
  }

  /// The member if it is an array, else null.
  public @Nullable JsonArray array(String name) {
    return members.get(name) instanceof JsonArray array ? array : null;
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  public Set<String> names() {
    return members.keySet();
  }

  public boolean isEmpty() {
    return members.isEmpty();
  }

  /// The same with this member set; one that is already there keeps its place.
  public JsonObject with(String name, Json value) {
    var copy = new LinkedHashMap<>(members);
    copy.put(name, value);
    return new JsonObject(copy);
  }

  public JsonObject without(String name) {
    if (!members.containsKey(name)) {
      return this;
    }
    var copy = new LinkedHashMap<>(members);
    copy.remove(name);
    return new JsonObject(copy);
  }

  @Override
  public String toString() {
    return Canonical.text(this);
  }
}
