package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.text;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.DateHistory;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.inspect.Timeline;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Grounds;
import dev.quipu.server.http.Reply;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// `/v1/timeline`: the dates that entities name, in their order.
final class TimelineRoutes {

  private static final String PATH = "/v1/timeline";
  private static final int MAX_TYPE = 200;

  private final Engine engine;
  private final Limits limits;

  TimelineRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var page = new LinkedHashMap<String, JsonObject>();
    page.put("events", Schemas.list(Schemas.reference("TimelineEvent")));
    page.put("days", Schemas.ANY_OBJECT);
    page.put("from", Schemas.nullable(Schemas.TIME));
    page.put("to", Schemas.nullable(Schemas.TIME));
    page.put("next_cursor", Schemas.nullable(Schemas.TEXT));
    page.put("position", Schemas.INTEGER);
    return List.of(
        Route.of("GET", PATH, "Dates of entities, in their order.", new Handling.Keyed(this::list))
            .taking(
                Parameter.query(
                    "from", "Not before; a year back unless said, or any of one.", Schemas.TIME),
                Parameter.query(
                    "to", "Before; a year ahead unless said, or any of one.", Schemas.TIME),
                Parameter.query("entity_type", "Of entities of this type.", Schemas.TEXT),
                Parameter.query("event_type", "Of this type, as InvoiceDue.", Schemas.TEXT),
                Parameter.query("entity_id", "Of this entity.", Schemas.ID),
                Parameter.query(
                    "history",
                    "Every date that was ever told of entity_id, in the order of telling.",
                    Schemas.BOOLEAN))
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(
                200, "A page, and how many there are on each of its days.", Schemas.object(page)));
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("event_type", Schemas.TEXT);
    members.put("at", Schemas.TIME);
    members.put("value", Schemas.TEXT);
    members.put("entity_id", Schemas.ID);
    members.put("entity_type", Schemas.TEXT);
    members.put("name", Schemas.TEXT);
    members.put("field", Schemas.TEXT);
    members.put("observation_id", Schemas.nullable(Schemas.TEXT));
    members.put("source_payload_id", Schemas.nullable(Schemas.TEXT));
    members.put("correction_id?", Schemas.TEXT);
    members.put("superseded", Schemas.BOOLEAN);
    return Map.of("TimelineEvent", Schemas.object(members));
  }

  private Reply list(Caller caller, Call call) {
    var query = call.query();
    var from = query.time("from");
    var to = query.time("to");
    if (from != null && to != null && to.isBefore(from)) {
      query
          .faults()
          .add(Pointer.ROOT.child("to"), "time.order", "Send a time that is not before from.");
    }
    var filter =
        new Timeline.Filter(
            from,
            to,
            query.read("entity_type", text(1, MAX_TYPE)),
            query.read("event_type", text(1, MAX_TYPE)),
            query.read("entity_id", EntityActRoutes.ENTITY));
    var time = query.readTime();
    var request = query.page(limits);
    boolean history = query.flag("history");
    var entity = filter.entity();
    if (history && (entity == null || from != null || to != null)) {
      query
          .faults()
          .add(
              Pointer.ROOT.child("history"),
              "history.of_one",
              "Send entity_id with it, and neither from nor to.");
    }
    query.check();
    if (history && entity != null) {
      return history(caller, filter, entity, time, request);
    }
    var found = engine.timeline().entries(caller, filter, time, request);
    var page = found.page();
    return page(
        page.items().stream().map(TimelineRoutes::json).toList(),
        found.counts(),
        found.from(),
        found.to(),
        page);
  }

  private Reply history(
      Caller caller, Timeline.Filter filter, EntityId entity, ReadTime time, Page.Request request) {
    var found = engine.dateHistory().of(caller, entity, time, request);
    var wanted =
        found.page().items().stream()
            .filter(
                told -> filter.eventType() == null || filter.eventType().equals(told.eventType()))
            .toList();
    var days = new TreeMap<LocalDate, Integer>();
    wanted.forEach(
        told -> days.merge(LocalDate.ofInstant(told.at(), ZoneOffset.UTC), 1, Integer::sum));
    return page(
        wanted.stream().map(told -> json(told, found.entity())).toList(),
        days,
        null,
        null,
        found.page());
  }

  /// @param from of the range that it covers; null if that has no bounds
  private static Reply page(
      List<JsonObject> events,
      SortedMap<LocalDate, Integer> counts,
      @Nullable Instant from,
      @Nullable Instant to,
      Page<?> page) {
    var days = new LinkedHashMap<String, Json>();
    counts.forEach((day, count) -> days.put(day.toString(), Json.of(count)));
    var members = new LinkedHashMap<String, Json>();
    members.put("events", new JsonArray(List.copyOf(events)));
    members.put("days", new JsonObject(days));
    members.put("from", Json.ofNullable(from));
    members.put("to", Json.ofNullable(to));
    members.put("next_cursor", Json.ofNullable(page.nextCursor()));
    members.put("position", Json.of(page.at().asKnownAt().value()));
    return Answers.ok(new JsonObject(members));
  }

  private static JsonObject json(DateHistory.ToldDate told, EntityView entity) {
    var members = date(entity, told.field(), told.eventType(), told.at(), told.value());
    putGrounds(told.grounds(), members);
    members.put("superseded", Json.of(told.superseded()));
    return new JsonObject(members);
  }

  private static Map<String, Json> date(
      EntityView entity, String field, String eventType, Instant at, Json value) {
    var known = entity.known();
    var members = new LinkedHashMap<String, Json>();
    members.put("event_type", Json.of(eventType));
    members.put("at", Json.of(at));
    members.put("value", value);
    members.put("entity_id", Json.of(known.entity().value()));
    members.put("entity_type", Json.of(known.type()));
    members.put("name", Json.of(known.name()));
    members.put("field", Json.of(field));
    return members;
  }

  private static JsonObject json(Timeline.Entry entry) {
    var members = date(entry.entity(), entry.field(), entry.eventType(), entry.at(), entry.value());
    putGrounds(entry.grounds(), members);
    members.put("superseded", Json.of(false));
    return new JsonObject(members);
  }

  private static void putGrounds(Grounds grounds, Map<String, Json> members) {
    switch (grounds) {
      case Grounds.Corrected(var correction) -> {
        members.put("observation_id", Json.NULL);
        members.put("source_payload_id", Json.NULL);
        members.put("correction_id", Json.of(correction.id()));
      }
      case Grounds.Observed(var told) -> {
        members.put("observation_id", Json.of(told.stamp().observation()));
        members.put("source_payload_id", Json.of(told.stamp().payload()));
      }
      case Grounds.Merged(var elements) -> {
        members.put("observation_id", Json.of(elements.getFirst().latest().observation()));
        members.put("source_payload_id", Json.of(elements.getFirst().latest().payload()));
      }
    }
  }
}
