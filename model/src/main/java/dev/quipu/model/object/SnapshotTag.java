package dev.quipu.model.object;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;

/// A name that somebody has given to a position of the log.
///
/// @param time when that position became visible
public record SnapshotTag(String tag, LogPosition position, Instant time) {

  /// What lists find tags by.
  public static final String TAG = "tag";

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}");

  /// A tag that somebody wants to give.
  public static String checked(String tag) {
    if (!FORM.matcher(tag).matches()) {
      throw new IllegalArgumentException(
          "Send 1 to 200 of A-Z a-z 0-9 _ . : -, starting with a letter or digit.");
    }
    return tag;
  }

  /// Each owner has names of its own.
  public static ObjectRef ref(Principal owner, String tag) {
    var hash = Hash.of((owner + "\0" + tag).getBytes(StandardCharsets.UTF_8));
    return new ObjectRef(ObjectType.SNAPSHOT, DerivedId.hashed("snp_", hash));
  }

  public JsonObject toBody() {
    return JsonObject.of(
        TAG, Json.of(tag), "position", Json.of(position.value()), "time", Json.of(time));
  }

  public static SnapshotTag of(JsonObject body) {
    var tag = body.text(TAG);
    var time = body.text("time");
    if (tag == null || time == null || !(body.get("position") instanceof JsonNumber position)) {
      throw new IllegalStateException("not a snapshot: " + body);
    }
    return new SnapshotTag(tag, new LogPosition(position.asLong()), Instant.parse(time));
  }

  public static Map<String, String> listKeys(JsonObject body) {
    return Map.of(TAG, of(body).tag());
  }
}
