package dev.quipu.model.payload;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;
import static java.util.Comparator.reverseOrder;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The table of `docs/payloads.md`, done the long way: keeps everything, sorts it, looks through
/// it.
final class NaiveReducer {

  private static final Comparator<Observation> ALIKE =
      comparing((Observation observation) -> observation.stamp().source(), reverseOrder())
          .thenComparing(observation -> observation.stamp().byContent())
          .thenComparing(NaiveReducer::payloadThatDecides)
          .thenComparing(Observation::id);

  private final List<Step> steps;

  NaiveReducer(List<Step> steps) {
    this.steps = steps;
  }

  private static int priority(Observation observation) {
    return observation.stamp().priority();
  }

  private static double specificity(Observation observation) {
    return observation.stamp().specificity();
  }

  private static String payloadThatDecides(Observation observation) {
    return observation.stamp().byContent() ? observation.stamp().payload() : "";
  }

  JsonObject snapshot() {
    var snapshot = new LinkedHashMap<String, Json>();
    for (var field : Step.FIELDS) {
      var value = value(field);
      if (value != null && value != JsonNull.NULL) {
        snapshot.put(field, value);
      }
    }
    return new JsonObject(snapshot);
  }

  private @Nullable Json value(String field) {
    var correction = correction(field);
    if (correction != null) {
      return correction.value();
    }
    var told = told(field);
    if (told.isEmpty()) {
      return null;
    }
    if (Step.SCHEMA.mergeOf(field) != MergeStrategy.MERGE_ARRAY) {
      return told.getLast().fields().get(field);
    }
    var merged = merged(field, told);
    return merged.size() == 0 ? told.getLast().fields().get(field) : merged;
  }

  /// The id of what decides on a field: a correction or the winning observation.
  @Nullable String decider(String field) {
    var correction = correction(field);
    if (correction != null) {
      return correction.id();
    }
    var told = told(field);
    return told.isEmpty() ? null : told.getLast().id();
  }

  private @Nullable Correction correction(String field) {
    var withdrawn = new HashSet<String>();
    for (var step : steps) {
      if (step instanceof Step.Withdrawn(var of, var id) && of.equals(field)) {
        withdrawn.add(id);
      }
    }
    Correction latest = null;
    for (var step : steps) {
      if (step instanceof Step.Corrected(var correction)
          && correction.field().equals(field)
          && !withdrawn.contains(correction.id())
          && (latest == null || correction.position().isAfter(latest.position()))) {
        latest = correction;
      }
    }
    return latest;
  }

  /// All observations that speak of the field, the winner last.
  private List<Observation> told(String field) {
    var order =
        switch (Step.SCHEMA.mergeOf(field)) {
          case LAST_WRITE, MERGE_ARRAY ->
              comparing(Observation::observedAt)
                  .thenComparing(comparingInt(NaiveReducer::priority))
                  .thenComparing(comparingDouble(NaiveReducer::specificity));
          case HIGHEST_PRIORITY ->
              comparingInt(NaiveReducer::priority)
                  .thenComparing(Observation::observedAt)
                  .thenComparing(comparingDouble(NaiveReducer::specificity));
          case MOST_SPECIFIC ->
              comparingDouble(NaiveReducer::specificity)
                  .thenComparing(comparingInt(NaiveReducer::priority))
                  .thenComparing(Observation::observedAt);
        };
    return steps.stream()
        .filter(Step.Observed.class::isInstance)
        .map(step -> ((Step.Observed) step).observation())
        .filter(observation -> observation.fields().has(field))
        .sorted(order.thenComparing(ALIKE))
        .toList();
  }

  private static JsonArray merged(String field, List<Observation> told) {
    var there = new TreeMap<String, Json>();
    for (var observation : told) {
      var value = observation.fields().get(field);
      if (value == JsonNull.NULL) {
        there.clear();
        continue;
      }
      for (var item : value instanceof JsonArray(var items) ? items : List.of(value)) {
        there.put(item.toString(), item);
      }
    }
    return new JsonArray(List.copyOf(there.values()));
  }
}
