package dev.quipu.engine.query;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import java.util.List;

/// What was done to find an answer, in a form that can be done again.
///
/// @param plan at which point, narrowed by what
/// @param steps that were taken, each with what came of it
/// @param statistics that scores rest on
/// @param results what came out, best first
public record Trace(
    JsonObject plan, List<JsonObject> steps, JsonObject statistics, List<Result> results) {

  public Trace {
    steps = List.copyOf(steps);
    results = List.copyOf(results);
  }

  /// A line of the answer.
  public record Result(ObjectRef ref, int version, double score) {

    public JsonObject json() {
      return JsonObject.of(
          "object_type", Json.of(ref.type().wireName()),
          "object_id", Json.of(ref.id()),
          "version", Json.of(version),
          "score", Json.of(score));
    }
  }

  /// All but the digest, as it is written.
  public JsonObject json() {
    return JsonObject.of(
        "plan",
        plan,
        "steps",
        new JsonArray(List.copyOf(steps)),
        "statistics",
        statistics,
        "results",
        new JsonArray(results.stream().<Json>map(Result::json).toList()));
  }

  /// Binds all of it together.
  public Hash digest() {
    return digest(json());
  }

  /// The digest that a trace has to have.
  ///
  /// @param trace all but the digest
  public static Hash digest(JsonObject trace) {
    return Hash.of(Canonical.bytes(trace));
  }
}
