package dev.quipu.model.payload;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is kept of all observations of one entity, field by field. Joined as its [Cell]s are.
///
/// @param cells handed over: whoever makes one leaves the map as it is from then on
public record Cells(SortedMap<String, Cell> cells) {

  public static final Cells EMPTY = new Cells(new TreeMap<>());

  public Cells {
    cells = Collections.unmodifiableSortedMap(cells);
  }

  /// With what an observation says; see [Cell#of(Observation, String)].
  public Cells with(Observation observation) {
    var joined = new TreeMap<>(cells);
    for (var name : observation.fields().names()) {
      joined.merge(name, Cell.of(observation, name), Cell::join);
    }
    return new Cells(joined);
  }

  public Cells with(Correction correction) {
    return with(correction.field(), Cell.of(correction));
  }

  /// Without a correction, be it known here or not.
  public Cells withdrawing(String field, String correctionId) {
    return with(field, Cell.withdrawing(correctionId));
  }

  private Cells with(String name, Cell cell) {
    var joined = new TreeMap<>(cells);
    joined.merge(name, cell, Cell::join);
    return new Cells(joined);
  }

  public Cells join(Cells other) {
    var joined = new TreeMap<>(cells);
    other.cells.forEach((name, cell) -> joined.merge(name, cell, Cell::join));
    return new Cells(joined);
  }

  /// See [Cell#knows].
  boolean knows(Cells other) {
    return other.cells.entrySet().stream()
        .allMatch(each -> cell(each.getKey()).knows(each.getValue()));
  }

  /// How many fields there are, and items of arrays.
  int size() {
    return cells.values().stream().mapToInt(cell -> 1 + cell.elements().size()).sum();
  }

  /// Whether another has a field or an item that is new to this.
  boolean isEnlargedBy(Cells other) {
    return other.cells.entrySet().stream()
        .anyMatch(
            each ->
                !cells.containsKey(each.getKey())
                    || !cell(each.getKey())
                        .elements()
                        .keySet()
                        .containsAll(each.getValue().elements().keySet()));
  }

  /// What people have said, without what was observed.
  public Cells withoutObservations() {
    var left = new TreeMap<String, Cell>();
    cells.forEach(
        (name, cell) -> {
          var said = cell.withoutObservations();
          if (!said.equals(Cell.EMPTY)) {
            left.put(name, said);
          }
        });
    return new Cells(left);
  }

  /// The same as every field was told last.
  JsonObject latest() {
    var snapshot = new LinkedHashMap<String, Json>();
    cells.forEach(
        (name, cell) -> {
          var value = cell.value(MergeStrategy.LAST_WRITE);
          if (value != null) {
            snapshot.put(name, value);
          }
        });
    return new JsonObject(snapshot);
  }

  /// What is kept of a field; empty if nothing is.
  public Cell cell(String field) {
    return cells.getOrDefault(field, Cell.EMPTY);
  }

  /// Null if there is no such correction here.
  public @Nullable Correction correction(String id) {
    for (var cell : cells.values()) {
      var correction = cell.corrections().get(id);
      if (correction != null) {
        return correction;
      }
    }
    return null;
  }

  /// The fields that have a value, sorted by name, as the schema shows them; others than it
  /// declares too.
  public JsonObject snapshot(EntitySchema schema) {
    var snapshot = new LinkedHashMap<String, Json>();
    cells.forEach(
        (name, cell) -> {
          var value = cell.value(schema.mergeOf(name));
          if (value != null) {
            snapshot.put(name, schema.shown(name, value));
          }
        });
    return new JsonObject(snapshot);
  }

  /// On what each value of the snapshot rests.
  public SortedMap<String, Grounds> provenance(EntitySchema schema) {
    var provenance = new TreeMap<String, Grounds>();
    cells.forEach(
        (name, cell) -> {
          var grounds = cell.grounds(schema.mergeOf(name));
          if (grounds != null && cell.value(schema.mergeOf(name)) != null) {
            provenance.put(name, grounds);
          }
        });
    return provenance;
  }

  /// When something was observed last; null if nothing was.
  public @Nullable Instant lastObservedAt() {
    return cells.values().stream()
        .flatMap(cell -> cell.told().stream())
        .map(told -> told.stamp().at())
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /// See [CellJson].
  public JsonObject toJson() {
    return CellJson.write(this);
  }

  /// Reads what [#toJson] has written.
  public static Cells read(JsonObject json) {
    return CellJson.readCells(json);
  }
}
