package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.Cell;
import dev.quipu.model.payload.Correction;
import dev.quipu.model.payload.Criterion;
import dev.quipu.model.payload.Element;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Grounds;
import dev.quipu.model.payload.MergeStrategy;
import dev.quipu.model.payload.Stamp;
import dev.quipu.model.payload.Told;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the value of a field comes from: value → observation → payload → agent → time, and what
/// did not win.
record ProvenanceOfField(Engine engine, Caller caller, ReadTime time) {

  /// So many observations are looked at for those that did not win.
  private static final int MOST_LOSERS = 200;

  JsonObject of(EntityView view, String field) {
    var known = view.known();
    var strategy = view.schema().mergeOf(field);
    var cell = known.cells().cell(field);
    var grounds = cell.grounds(strategy);
    if (grounds == null && cell.corrections().isEmpty()) {
      throw new NotFound("field.not_found", "nothing was ever said of this field");
    }
    var value = view.snapshot().get(field);
    var members = new LinkedHashMap<String, Json>();
    members.put("entity_id", Json.of(known.entity().value()));
    members.put("field", Json.of(field));
    members.put("value", Json.ofNullable(value));
    members.put("strategy", Json.of(strategy.wireName()));
    members.put("sources", new JsonArray(grounds == null ? List.of() : sources(grounds)));
    members.put("corrections", corrections(cell));
    members.put(
        "others",
        new JsonArray(
            losers(known.entity(), field, cell, strategy).stream()
                .<Json>map(
                    loser ->
                        source(loser.told().stamp(), loser.told().value())
                            .with("lost_by", Json.of(lostBy(loser.by()))))
                .toList()));
    return new JsonObject(members);
  }

  /// Those that the entity still knows, and of its first observations those that it has forgotten.
  private List<Cell.Loser> losers(
      EntityId entity, String field, Cell cell, MergeStrategy strategy) {
    var losers = new ArrayList<>(cell.losers(strategy));
    if (cell.grounds(strategy) instanceof Grounds.Merged) {
      return losers;
    }
    var known = new HashSet<String>();
    losers.forEach(loser -> known.add(loser.told().stamp().observation()));
    var winner = cell.winner(strategy);
    if (winner != null) {
      known.add(winner.stamp().observation());
    }
    var page = new Page.Request(null, MOST_LOSERS);
    for (var seen : engine.observations().of(caller, entity, time, page).items()) {
      var observation = seen.observation();
      var value = observation.fields().get(field);
      if (value != null && known.add(observation.id())) {
        losers.add(cell.lost(new Told(observation.stamp(), value), strategy));
      }
    }
    return losers;
  }

  private static String lostBy(@Nullable Criterion by) {
    return by == null ? "correction" : by.name().toLowerCase(Locale.ROOT);
  }

  private List<Json> sources(Grounds grounds) {
    return switch (grounds) {
      case Grounds.Corrected(var correction) -> List.of(corrected(correction));
      case Grounds.Observed(var told) -> List.of(source(told.stamp(), told.value()));
      case Grounds.Merged(var elements) -> elements.stream().<Json>map(this::source).toList();
    };
  }

  private JsonObject source(Element element) {
    return source(element.latest(), element.value());
  }

  private static JsonObject corrected(Correction correction) {
    return JsonObject.of(
        "kind", Json.of("correction"),
        "correction_id", Json.of(correction.id()),
        "value", correction.value(),
        "by", Json.of(correction.by()),
        "at", Json.of(correction.at()),
        "position", Json.of(correction.position().value()));
  }

  /// The payload is read again: who may not see it sees no aspect of it either.
  private JsonObject source(Stamp stamp, Json value) {
    var members = new LinkedHashMap<String, Json>();
    members.put("kind", Json.of("observation"));
    members.put("observation_id", Json.of(stamp.observation()));
    members.put("value", value);
    members.put("observed_at", Json.of(stamp.at()));
    members.put("source_payload_id", Json.of(stamp.payload()));
    members.put("priority", Json.of(stamp.priority()));
    members.put("specificity", Json.of(stamp.specificity()));
    members.put("source", Json.of(stamp.source().wireName()));
    var payload = engine.payloads().find(caller, stamp.payload(), time);
    if (payload != null) {
      members.put("agent_id", Json.ofNullable(payload.payload().agentId()));
      members.put("capability_id", Json.of(payload.payload().capabilityId()));
      members.put("source_refs", JsonArray.ofTexts(payload.payload().sourceRefs()));
      members.put("submitted_at", Json.of(payload.entry().visibleTime()));
    }
    return new JsonObject(members);
  }

  private static JsonArray corrections(Cell cell) {
    return new JsonArray(
        cell.corrections().values().stream()
            .<Json>map(
                each ->
                    corrected(each)
                        .with("withdrawn", Json.of(cell.withdrawn().contains(each.id()))))
            .toList());
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("entity_id", Schemas.ID);
    members.put("field", Schemas.TEXT);
    members.put("value", JsonObject.EMPTY);
    members.put("strategy", Schemas.TEXT);
    members.put("sources", Schemas.list(Schemas.ANY_OBJECT));
    members.put("corrections", Schemas.list(Schemas.ANY_OBJECT));
    members.put("others", Schemas.list(Schemas.ANY_OBJECT));
    return Map.of("FieldProvenance", Schemas.object(members));
  }
}
