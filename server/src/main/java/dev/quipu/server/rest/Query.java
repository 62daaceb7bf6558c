package dev.quipu.server.rest;

import static java.util.stream.Collectors.joining;

import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.FieldKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The parameters behind the question mark. Faults are gathered, under pointers made of the
/// parameters' names; [#check] throws them.
final class Query {

  private final TagLookup tags;
  private static final Shape<Boolean> TRUE_OR_FALSE =
      Shape.word(Map.of("true", true, "false", false));

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Violations violations = new Violations();

  /// Refuses what the route does not take: a filter with a slip of the pen would return everything.
  Query(String rawQuery, List<Parameter> parameters, TagLookup tags) {
    this.tags = tags;
    var known =
        parameters.stream()
            .filter(parameter -> parameter.place() == Parameter.Place.QUERY)
            .map(Parameter::name)
            .toList();
    for (var pair : rawQuery.isEmpty() ? new String[0] : rawQuery.split("&", -1)) {
      add(pair, known);
    }
  }

  /// What the caller's tags stand for.
  interface TagLookup {

    /// The position that a tag stands for.
    ///
    /// @param after see [ReadTime]
    LogPosition position(String tag, @Nullable LogPosition after);
  }

  private void add(String pair, List<String> known) {
    int equals = pair.indexOf('=');
    var name = UriText.decoded(equals < 0 ? pair : pair.substring(0, equals), true);
    var value = equals < 0 ? "" : UriText.decoded(pair.substring(equals + 1), true);
    if (name == null || value == null) {
      refuse(
          name == null ? "" : name,
          "parameter.malformed",
          "Send valid percent-escapes of UTF-8, without control characters.");
    } else if (!known.contains(name)) {
      refuse(name, "parameter.unknown", known.stream().collect(joining(", ", "Known here: ", ".")));
    } else if (values.put(name, value) != null) {
      refuse(name, "parameter.repeated", "Send this parameter once.");
    }
  }

  void refuse(String name, String code, String message) {
    violations.add(at(name), code, message);
  }

  /// The faults that were found so far, to be told together with those of the body.
  Violations faults() {
    return violations;
  }

  /// Throws every fault that was found so far.
  void check() {
    violations.throwIfAny();
  }

  @Nullable String text(String name) {
    return values.get(name);
  }

  /// The parameter as an id or whatever else a text may be read as.
  <T> @Nullable T read(String name, Shape<T> shape) {
    var value = values.get(name);
    return value == null ? null : shape.read(Json.of(value), at(name), violations);
  }

  /// A part of a parameter.
  <T> T parse(String name, String part, Shape<T> shape) {
    return shape.read(Json.of(part), at(name), violations);
  }

  /// A value that a field of this kind is compared with, or null. Only ids and words can be wrong:
  /// no text is out of the question for the other kinds.
  @Nullable String comparable(String name, FieldKind kind) {
    var value = values.get(name);
    if (value != null) {
      switch (kind) {
        case FieldKind.Id _, FieldKind.Word _ ->
            kind.normalise(Json.of(value), at(name), violations);
        case FieldKind.Whole(var min, var max) -> integer(name, min, max);
        case FieldKind.Flag() -> flag(name);
        default -> {}
      }
    }
    return value;
  }

  /// A parameter that is `true` or `false`; false unless said.
  boolean flag(String name) {
    return Boolean.TRUE.equals(read(name, TRUE_OR_FALSE));
  }

  @Nullable Instant time(String name) {
    return read(name, Shape.instant());
  }

  @Nullable Long integer(String name, long min, long max) {
    var value = values.get(name);
    if (value == null) {
      return null;
    }
    var number = isDigits(value) ? JsonNumber.exactly(value) : null;
    if (number == null || !number.isInteger() || number.asLong() < min || number.asLong() > max) {
      refuse(name, "number.range", "Send a whole number from " + min + " to " + max + ".");
      return null;
    }
    return number.asLong();
  }

  /// The value of a parameter that has to be sent; null after recording that it was not.
  <T> @Nullable T required(String name, @Nullable T value) {
    if (!values.containsKey(name)) {
      refuse(name, "parameter.required", "Send this parameter.");
    }
    return value;
  }

  static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> '0' <= c && c <= '9');
  }

  /// `as_of`, `as_known_at`, `after` and `snapshot`.
  ReadTime readTime() {
    return ReadTimes.read(
        name -> {
          var value = values.get(name);
          return value == null ? null : Json.of(value);
        },
        violations,
        tags);
  }

  /// The same where the words of seed 002's system are understood too: `at`, `at_ingested`.
  ReadTime readTime(Map<String, String> synonyms) {
    return ReadTimes.read(
        name -> {
          var value = values.get(name);
          var synonym = synonyms.get(name);
          var other = synonym == null ? null : values.get(synonym);
          if (value != null && other != null) {
            refuse(String.valueOf(synonym), "parameter.twice", "It says the same as " + name + ".");
          }
          var said = value == null ? other : value;
          return said == null ? null : Json.of(said);
        },
        violations,
        tags);
  }

  /// `limit` and `cursor`.
  Page.Request page(Limits limits) {
    var limit = integer("limit", 1, limits.maxPage());
    return new Page.Request(
        text("cursor"), limit == null ? limits.defaultPage() : limit.intValue());
  }

  private static Pointer at(String name) {
    return Pointer.ROOT.child(name);
  }
}
