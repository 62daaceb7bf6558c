package dev.quipu.server.archive;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what we have written ourselves: whatever is not there or of another kind was not written
/// by us.
final class Fields {

  private Fields() {}

  static String text(JsonObject json, String name) {
    return there(json.text(name), name);
  }

  static JsonObject object(JsonObject json, String name) {
    return there(json.object(name), name);
  }

  static List<Json> items(JsonObject json, String name) {
    JsonArray array = there(json.array(name), name);
    return array.items();
  }

  static JsonObject object(Json json) {
    if (json instanceof JsonObject object) {
      return object;
    }
    throw new IllegalArgumentException("not an object");
  }

  static long number(JsonObject json, String name) {
    if (json.get(name) instanceof JsonNumber number && number.isInteger()) {
      return number.asLong();
    }
    throw new IllegalArgumentException("no number " + name);
  }

  static Hash hash(JsonObject json, String name) {
    return Hash.ofHex(text(json, name));
  }

  static Instant time(JsonObject json, String name) {
    return Instant.parse(text(json, name));
  }

  private static <T> T there(@Nullable T value, String name) {
    if (value == null) {
      throw new IllegalArgumentException("no " + name);
    }
    return value;
  }
}
