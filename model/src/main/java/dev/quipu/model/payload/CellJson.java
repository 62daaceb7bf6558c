package dev.quipu.model.payload;

import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Cells as they are stored: short, and the same bytes for the same cells.
///
/// Most fields of an entity were told by the same few observations, so their stamps are listed once
/// and meant by their number:
///
/// ```
/// { "s": [[observation, payload, at, priority, specificity, source, true if by content], …],
///   "f": { field: { "o": [[stamp, value], …],             told
///                   "e": [[value, first, latest], …],     elements; latest only if it differs
///                   "c": [[id, value, position, at, by], …],
///                   "w": [id, …] } } }                    withdrawn corrections
/// ```
///
/// What is empty is left out. A single cell has its members beside `s`.
final class CellJson {

  private final List<Stamp> stamps;
  private final Map<Stamp, Integer> numbers = new LinkedHashMap<>();

  private CellJson(Collection<Stamp> stamps) {
    this.stamps = List.copyOf(stamps);
    this.stamps.forEach(stamp -> numbers.put(stamp, numbers.size()));
  }

  static JsonObject write(Cells cells) {
    var table = tableOf(cells.cells().values().stream());
    var fields = new LinkedHashMap<String, Json>();
    cells.cells().forEach((name, cell) -> fields.put(name, new JsonObject(table.members(cell))));
    return JsonObject.of("s", table.list(), "f", new JsonObject(fields));
  }

  static JsonObject write(Cell cell) {
    var table = tableOf(Stream.of(cell));
    var members = new LinkedHashMap<String, Json>();
    members.put("s", table.list());
    members.putAll(table.members(cell));
    return new JsonObject(members);
  }

  static Cells readCells(JsonObject json) {
    var table = new CellJson(items(json, "s").stream().map(CellJson::stamp).toList());
    var cells = new TreeMap<String, Cell>();
    required(json.object("f"))
        .members()
        .forEach((name, cell) -> cells.put(name, table.cell((JsonObject) cell, name)));
    return new Cells(cells);
  }

  static Cell readCell(JsonObject json, String field) {
    var table = new CellJson(items(json, "s").stream().map(CellJson::stamp).toList());
    return table.cell(json, field);
  }

  private static CellJson tableOf(Stream<Cell> cells) {
    var stamps = new TreeSet<>(Stamp.LISTED);
    cells.forEach(
        cell -> {
          cell.told().forEach(told -> stamps.add(told.stamp()));
          cell.elements()
              .values()
              .forEach(element -> stamps.addAll(List.of(element.first(), element.latest())));
        });
    return new CellJson(stamps);
  }

  private JsonArray list() {
    return new JsonArray(stamps.stream().<Json>map(CellJson::json).toList());
  }

  private static JsonArray json(Stamp stamp) {
    var parts =
        new ArrayList<Json>(
            List.of(
                Json.of(stamp.observation()),
                Json.of(stamp.payload()),
                Json.of(stamp.at()),
                Json.of(stamp.priority()),
                Json.of(stamp.specificity()),
                Json.of(stamp.source().wireName())));
    if (stamp.byContent()) {
      parts.add(JsonBoolean.TRUE);
    }
    return new JsonArray(parts);
  }

  private static Stamp stamp(Json json) {
    var parts = items(json);
    return new Stamp(
        text(parts.get(0)),
        text(parts.get(1)),
        required(Iso8601.parse(text(parts.get(2)))),
        (int) number(parts.get(3)).asLong(),
        number(parts.get(4)).value(),
        required(SourceKind.of(text(parts.get(5)))),
        parts.size() > 6);
  }

  private SortedMap<String, Json> members(Cell cell) {
    var members = new TreeMap<String, Json>();
    put(
        members,
        "o",
        cell.told().stream().map(told -> JsonArray.of(number(told.stamp()), told.value())));
    put(members, "e", cell.elements().values().stream().map(this::json));
    put(members, "c", cell.corrections().values().stream().map(CellJson::json));
    put(members, "w", cell.withdrawn().stream().map(Json::of));
    return members;
  }

  private static void put(Map<String, Json> members, String name, Stream<? extends Json> items) {
    var list = items.<Json>map(item -> item).toList();
    if (!list.isEmpty()) {
      members.put(name, new JsonArray(list));
    }
  }

  private Cell cell(JsonObject json, String field) {
    var told = new ArrayList<Told>();
    for (var each : items(json, "o")) {
      told.add(new Told(stampOf(items(each).get(0)), items(each).get(1)));
    }
    var elements = new TreeMap<String, Element>();
    for (var each : items(json, "e")) {
      var element = element(items(each));
      elements.put(element.value().toString(), element);
    }
    var corrections = new TreeMap<String, Correction>();
    for (var each : items(json, "c")) {
      var correction = correction(items(each), field);
      corrections.put(correction.id(), correction);
    }
    var withdrawn = new TreeSet<String>();
    items(json, "w").forEach(id -> withdrawn.add(text(id)));
    return new Cell(told, elements, corrections, withdrawn);
  }

  private JsonArray json(Element element) {
    return element.first().equals(element.latest())
        ? JsonArray.of(element.value(), number(element.first()))
        : JsonArray.of(element.value(), number(element.first()), number(element.latest()));
  }

  private Element element(List<Json> parts) {
    return new Element(parts.get(0), stampOf(parts.get(1)), stampOf(parts.getLast()));
  }

  private static JsonArray json(Correction correction) {
    return JsonArray.of(
        Json.of(correction.id()),
        correction.value(),
        Json.of(correction.position().value()),
        Json.of(correction.at()),
        Json.of(correction.by()));
  }

  private static Correction correction(List<Json> parts, String field) {
    return new Correction(
        text(parts.get(0)),
        field,
        parts.get(1),
        new LogPosition(number(parts.get(2)).asLong()),
        required(Iso8601.parse(text(parts.get(3)))),
        text(parts.get(4)));
  }

  private JsonNumber number(Stamp stamp) {
    return Json.of((long) required(numbers.get(stamp)));
  }

  private Stamp stampOf(Json number) {
    return stamps.get((int) number(number).asLong());
  }

  private static List<Json> items(JsonObject json, String name) {
    var array = json.array(name);
    return array == null ? List.of() : array.items();
  }

  private static List<Json> items(Json json) {
    return ((JsonArray) json).items();
  }

  private static String text(Json json) {
    return ((JsonString) json).value();
  }

  private static JsonNumber number(Json json) {
    return (JsonNumber) json;
  }

  private static <T> T required(@Nullable T value) {
    return Objects.requireNonNull(value, "these are not cells of ours");
  }
}
