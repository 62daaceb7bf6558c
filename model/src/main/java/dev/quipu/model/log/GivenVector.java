package dev.quipu.model.log;

import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.someOf;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// A vector that a caller brings along in place of ours: what a text looks like to a model.
///
/// @param modelId the name of that model
/// @param numbers finite, and not all zero
public record GivenVector(String modelId, List<Double> numbers) {

  /// The member of an event's payload that has it.
  public static final String MEMBER = "embedding";

  public static final int MAX_DIMENSION = 16_384;

  private static final int MAX_NAME = 200;

  /// `{"model_id": "…", "vector": […]}`.
  public static final Shape<GivenVector> SHAPE =
      object(
          fields -> {
            var model = fields.required("model_id", text(1, MAX_NAME));
            var numbers =
                fields.required(
                    "vector", someOf(number(-Float.MAX_VALUE, Float.MAX_VALUE), MAX_DIMENSION));
            fields.refuseOthers();
            boolean isRead = !numbers.isEmpty(); // else it is told already what is wrong with it
            if (isRead && numbers.stream().allMatch(number -> number.floatValue() == 0)) {
              fields.refuse("vector", "vector.nowhere", "Send numbers that are not all zero.");
            }
            return fields.build(() -> new GivenVector(model, numbers));
          });

  public GivenVector {
    numbers = List.copyOf(numbers);
  }

  /// What a payload says of a vector; null if it brings none: anything else of that name is the
  /// caller's own.
  private static @Nullable JsonObject said(JsonObject payload) {
    var said = payload.object(MEMBER);
    return said != null && said.has("vector") ? said : null;
  }

  /// Records what is wrong with the vector that a payload brings, if it brings one: nothing would
  /// be found by one that has not as many numbers as those of its model.
  ///
  /// @param dimensions how many numbers the vectors of a model have; 0 = that is not known
  public static void check(
      JsonObject payload, ToIntFunction<String> dimensions, Pointer at, Violations violations) {
    var said = said(payload);
    if (said == null) {
      return;
    }
    var own = new Violations();
    var given = SHAPE.read(said, at.child(MEMBER), own);
    own.found().forEach(violations::add);
    int dimension = own.isEmpty() ? dimensions.applyAsInt(given.modelId) : 0;
    if (dimension > 0 && given.numbers.size() != dimension) {
      violations.add(
          at.child(MEMBER).child("vector"),
          "list.length",
          "Send " + dimension + " numbers, as many as vectors of " + given.modelId + " have.");
    }
  }

  /// The vector that a payload brings; null if there is none that makes sense.
  public static @Nullable GivenVector in(JsonObject payload) {
    var said = said(payload);
    if (said == null) {
      return null;
    }
    var violations = new Violations();
    var given = SHAPE.read(said, Pointer.ROOT, violations);
    return violations.isEmpty() ? given : null;
  }

  /// The payload without it: it says nothing in words.
  public static JsonObject without(JsonObject payload) {
    return said(payload) == null ? payload : payload.without(MEMBER);
  }
}
