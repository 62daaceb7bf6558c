package dev.quipu.model.object;

import dev.quipu.model.id.Identifier;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What a field of an object may hold.
public sealed interface FieldKind {

  record Text(int maxLength) implements FieldKind {}

  /// The name of a [MediaType].
  record Media() implements FieldKind {}

  record Id() implements FieldKind {}

  record Time() implements FieldKind {}

  record Whole(long min, long max) implements FieldKind {}

  record Real(double min, double max) implements FieldKind {}

  record Word(List<String> words) implements FieldKind {}

  record Texts(int maxCount, int maxLength) implements FieldKind {}

  record Ids(int maxCount) implements FieldKind {}

  record Flag() implements FieldKind {}

  /// Any JSON value.
  record Value() implements FieldKind {}

  /// Any JSON object.
  record Document() implements FieldKind {}

  /// Returns the value in the form it is kept in, or records why it cannot be.
  default Json normalise(Json given, Pointer at, Violations violations) {
    return switch (this) {
      case Text(var max) -> Json.of(Shape.text(0, max).read(given, at, violations));
      case Media() -> media(given, at, violations);
      case Id() -> Json.ofNullable(Shape.id(FieldKind::identifier).read(given, at, violations));
      case Time() -> Json.of(Shape.instant().read(given, at, violations));
      case Whole(var min, var max) -> Json.of(Shape.integer(min, max).read(given, at, violations));
      case Real(var min, var max) -> Json.of(Shape.number(min, max).read(given, at, violations));
      case Word(var words) -> Json.of(Shape.word(meanings(words)).read(given, at, violations));
      case Texts(var count, var max) ->
          JsonArray.ofTexts(Shape.listOf(Shape.text(1, max), count).read(given, at, violations));
      case Ids(var count) ->
          JsonArray.ofTexts(
              Shape.listOf(Shape.id(FieldKind::identifier), count)
                  .read(given, at, violations)
                  .stream()
                  .filter(Objects::nonNull) // a fault that is told already
                  .toList());
      case Flag() -> Json.of(Shape.bool().read(given, at, violations));
      case Value() -> given;
      case Document() -> Shape.object().read(given, at, violations);
    };
  }

  private static Json media(Json given, Pointer at, Violations violations) {
    var text = Shape.text(0, MediaType.MAX_LENGTH).read(given, at, violations);
    if (given instanceof JsonString(var said)
        && said.length() <= MediaType.MAX_LENGTH
        && !MediaType.isWellFormed(said)) {
      violations.add(at, "media_type.format", "Send type/subtype, or leave it out.");
    }
    return Json.of(text);
  }

  private static String identifier(String text) {
    Identifier.checked(text);
    return text;
  }

  private static Map<String, String> meanings(List<String> words) {
    return words.stream()
        .collect(
            Collectors.toMap(
                Function.identity(),
                Function.identity(),
                (a, _) -> a,
                java.util.LinkedHashMap::new));
  }
}
