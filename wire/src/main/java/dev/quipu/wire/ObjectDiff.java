package dev.quipu.wire;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import java.util.ArrayList;
import java.util.List;

/// What differs between two objects: the smallest members that are there on one side only, or have
/// other values. A list counts as one value.
public final class ObjectDiff {

  private ObjectDiff() {}

  /// The changes that lead from one to the other, in the order of the members.
  public static List<Json> of(JsonObject before, JsonObject after) {
    var changes = new ArrayList<Json>();
    compare(before, after, Pointer.ROOT, changes);
    return changes;
  }

  private static void compare(JsonObject before, JsonObject after, Pointer at, List<Json> changes) {
    for (var name : before.names()) {
      var old = before.members().getOrDefault(name, Json.NULL);
      var now = after.get(name);
      if (now == null) {
        changes.add(change("remove", at.child(name), old, Json.NULL));
      } else if (old instanceof JsonObject inner && now instanceof JsonObject other) {
        compare(inner, other, at.child(name), changes);
      } else if (!old.equals(now)) {
        changes.add(change("replace", at.child(name), old, now));
      }
    }
    for (var name : after.names()) {
      if (!before.has(name)) {
        var now = after.members().getOrDefault(name, Json.NULL);
        changes.add(change("add", at.child(name), Json.NULL, now));
      }
    }
  }

  private static JsonObject change(String op, Pointer path, Json before, Json after) {
    return JsonObject.of(
        "op", Json.of(op), "path", Json.of(path.text()), "before", before, "after", after);
  }
}
