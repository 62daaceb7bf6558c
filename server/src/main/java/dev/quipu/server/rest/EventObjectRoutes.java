package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.EventView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.EventAnswer;
import java.util.LinkedHashMap;
import java.util.List;

/// `/v1/objects/event`: events in the shape of objects. Each has one version, which holds from when
/// it happened and is known from when it was written.
final class EventObjectRoutes {

  private final Engine engine;
  private final Limits limits;

  EventObjectRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var one = ObjectRoutes.PATH + "event/{object_id}";
    return List.of(
        Route.of(
                "GET",
                ObjectRoutes.PATH + "event",
                "Events in the order of the log, as objects.",
                new Handling.Keyed(this::list))
            .taking(EventRoutes.listParameters(limits))
            .taking(ObjectReads.LIFECYCLE_PARAMETER)
            .answering(
                200, "A page.", Schemas.page("objects", ObjectShapes.item(ObjectType.EVENT))),
        Route.of("GET", one, "One object: event.", new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The object.", ObjectShapes.view(ObjectType.EVENT)),
        Route.of("GET", one + "/access", "Who may see it: event.", new Handling.Keyed(this::access))
            .taking(Parameters.READ_TIME)
            .answering(200, "The access block.", ObjectShapes.access()),
        Route.of(
                "GET",
                one + "/versions",
                "Its one version: event.",
                new Handling.Keyed(this::versions))
            .taking(Parameters.READ_TIME)
            .answering(
                200, "A page.", Schemas.page("versions", ObjectShapes.version(ObjectType.EVENT))),
        new EdgeReads(engine, limits, ObjectType.EVENT).route(),
        new EdgeReads(engine, limits, ObjectType.EVENT).tallies());
  }

  /// Events live for ever: none is anything but active.
  private Reply list(Caller caller, Call call) {
    var lifecycle = ObjectReads.lifecycle(call.query());
    var page = EventRoutes.page(engine, limits, caller, call.query());
    return lifecycle == null || lifecycle == Lifecycle.ACTIVE
        ? ObjectReads.page(
            "objects", page.items().stream().<Json>map(EventObjectRoutes::view).toList(), page)
        : ObjectReads.page("objects", List.of(), new Page<>(List.of(), null, page.at()));
  }

  private Reply get(Caller caller, Call call) {
    var answer = read(caller, call);
    return Answers.ok(
            view(answer.value()).with("position", Json.of(answer.at().asKnownAt().value())))
        .with("ETag", EntityTags.ONLY);
  }

  private static JsonObject view(EventView view) {
    var entry = view.entry();
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(ObjectType.EVENT.wireName()));
    members.put("object_id", Json.of(entry.eventId().value()));
    members.put("version", Json.of(1));
    members.put("object", EventAnswer.fields(entry.event()));
    members.put("access", EnvelopeJson.write(entry.recorded().envelope()));
    members.put("lifecycle", Json.of(Lifecycle.ACTIVE.wireName()));
    members.put("valid_from", Json.of(entry.event().eventTime()));
    members.put("valid_to", Json.NULL);
    members.put("known_from", Json.of(entry.position().value()));
    members.put("known_to", Json.NULL);
    members.put("access_reason", ObjectShapes.reason(view.reason()));
    return new JsonObject(members);
  }

  private Reply versions(Caller caller, Call call) {
    var answer = read(caller, call);
    var entry = answer.value().entry();
    var members = new LinkedHashMap<String, Json>();
    members.put("object_id", Json.of(entry.eventId().value()));
    members.put("object_type", Json.of(ObjectType.EVENT.wireName()));
    members.put("version", Json.of(1));
    members.put("mutation_event_id", Json.of(entry.eventId().value()));
    members.put("valid_from", Json.of(entry.event().eventTime()));
    members.put("valid_to", Json.NULL);
    members.put("snapshot_tag", Json.NULL);
    members.put("known_from", Json.of(entry.position().value()));
    members.put("known_to", Json.NULL);
    members.put("object", EventAnswer.fields(entry.event()));
    return Answers.ok(
        JsonObject.of(
            "versions", JsonArray.of(new JsonObject(members)),
            "next_cursor", Json.NULL,
            "position", Json.of(answer.at().asKnownAt().value())));
  }

  private Reply access(Caller caller, Call call) {
    var answer = read(caller, call);
    return Answers.ok(
        EnvelopeJson.write(answer.value().entry().recorded().envelope())
            .with("position", Json.of(answer.at().asKnownAt().value())));
  }

  private Answer<EventView> read(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var ref = ObjectRoutes.ref(call, ObjectType.EVENT);
    return engine.events().event(caller, new EventId(ref.id()), time);
  }
}
