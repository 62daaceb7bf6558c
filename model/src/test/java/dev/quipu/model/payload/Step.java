package dev.quipu.model.payload;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// Something that is said of one entity, in a history that a test makes up.
sealed interface Step {

  record Observed(Observation observation) implements Step {}

  record Corrected(Correction correction) implements Step {}

  record Withdrawn(String field, String correctionId) implements Step {}

  /// One field for each strategy, and one that no schema declares.
  EntitySchema SCHEMA =
      new EntitySchema(
          "thing",
          "1.0",
          Map.of(
              "last", rule(ValueType.STRING, MergeStrategy.LAST_WRITE),
              "priority", rule(ValueType.STRING, MergeStrategy.HIGHEST_PRIORITY),
              "specific", rule(ValueType.STRING, MergeStrategy.MOST_SPECIFIC),
              "merged", rule(ValueType.ARRAY, MergeStrategy.MERGE_ARRAY)),
          List.of(),
          Map.of(),
          Map.of());

  /// What is put in one by one is kept there.
  Set<String> MERGED = Set.of("merged");

  List<String> FIELDS = List.of("last", "priority", "specific", "merged", "undeclared");

  private static FieldRule rule(ValueType type, MergeStrategy merge) {
    return new FieldRule(type, List.of(), merge);
  }

  default Cells alone() {
    return switch (this) {
      case Observed(var observation) -> Cells.EMPTY.with(observation);
      case Corrected(var correction) -> Cells.EMPTY.with(correction);
      case Withdrawn(var field, var id) -> Cells.EMPTY.withdrawing(field, id);
    };
  }

  static Cells joined(List<? extends Step> steps) {
    return steps.stream().map(Step::alone).reduce(Cells.EMPTY, Cells::join);
  }

  static Instant time(int seconds) {
    return Instant.parse("2025-01-15T10:00:00Z").plusSeconds(seconds);
  }

  /// So few times, weights and values that ties are common.
  static Arbitrary<List<Step>> histories() {
    var fields = Arbitraries.maps(Arbitraries.of(FIELDS), values()).ofMaxSize(4);
    var observations =
        Combinators.combine(
                Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(0, 2),
                Arbitraries.of(0.0, 0.5, 1.0),
                Arbitraries.of(SourceKind.values()),
                fields)
            .as(Step::observation);
    var corrections =
        Combinators.combine(Arbitraries.of(FIELDS), values(), Arbitraries.integers().between(0, 9))
            .as(Step::correction);
    Arbitrary<Making> withdrawals =
        Combinators.combine(Arbitraries.of(FIELDS), Arbitraries.integers().between(0, 9))
            .as((field, number) -> _ -> new Withdrawn(field, "cor_" + number));
    return Arbitraries.frequencyOf(
            Tuple.of(8, observations), Tuple.of(1, corrections), Tuple.of(1, withdrawals))
        .list()
        .ofMaxSize(14)
        .map(Step::numbered);
  }

  /// What becomes a step once its number is known.
  interface Making {
    Step make(int number);
  }

  private static Making observation(
      int at, int priority, double specificity, SourceKind source, Map<String, Json> fields) {
    return number ->
        new Observed(
            new Observation(
                new Stamp(
                    "obs_" + number,
                    "pay_" + (99 - number),
                    time(at),
                    priority,
                    specificity,
                    source,
                    number % 2 == 0),
                EntityId.of("thing", "it"),
                "thing",
                "1.0",
                new JsonObject(fields),
                MERGED));
  }

  private static Making correction(String field, Json value, int at) {
    return number ->
        new Corrected(
            new Correction(
                "cor_" + number, field, value, new LogPosition(number + 1), time(at), "user:ann"));
  }

  private static List<Step> numbered(List<Making> makings) {
    var steps = new ArrayList<Step>();
    makings.forEach(making -> steps.add(making.make(steps.size())));
    return steps;
  }

  static Arbitrary<Json> values() {
    Arbitrary<Json> scalars =
        Arbitraries.of(
            Json.NULL, Json.of("a"), Json.of("b"), Json.of(1), Json.of(true), Json.of("é"));
    Arbitrary<Json> items =
        Arbitraries.of(
            Json.of("a"),
            Json.of("b"),
            Json.of(2),
            JsonObject.of("x", Json.of(1), "y", Json.of(2)),
            JsonObject.of("y", Json.of(2), "x", Json.of(1)),
            JsonArray.of(Json.of("a")));
    return Arbitraries.frequencyOf(
        Tuple.of(2, scalars), Tuple.of(1, items.list().ofMaxSize(3).map(JsonArray::new)));
  }
}
