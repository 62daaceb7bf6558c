package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Obstacles.Obstacle;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.ObjectAnswer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/v1/objects/agent/{id}/blocked`: why an agent does not get on.
final class ObstacleRoutes {

  private final Engine engine;

  ObstacleRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                "GET",
                ObjectRoutes.PATH + "agent/{object_id}/blocked",
                "Why an agent does not get on: failures, waits and budgets among its states.",
                new Handling.Keyed(this::blocked))
            .taking(Parameters.READ_TIME)
            .answering(
                200, "The reasons, none if it is not blocked.", Schemas.reference("Blocked")));
  }

  static Map<String, JsonObject> schemas() {
    var reason = new LinkedHashMap<String, JsonObject>();
    reason.put("why", Schemas.TEXT);
    reason.put("state", Schemas.reference("state"));
    reason.put("since", Schemas.TIME);
    reason.put("event_id", Schemas.ID);
    var blocked = new LinkedHashMap<String, JsonObject>();
    blocked.put("blocked", Schemas.BOOLEAN);
    blocked.put("reasons", Schemas.list(Schemas.object(reason)));
    blocked.put("position", Schemas.INTEGER);
    return Map.of("Blocked", Schemas.object(blocked));
  }

  private Reply blocked(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var answer = engine.obstacles().of(caller, ObjectRoutes.ref(call, ObjectType.AGENT), time);
    var reasons =
        answer.value().stream().<Json>map(each -> reason(each, answer.at().asOf())).toList();
    return Answers.ok(
        JsonObject.of(
            "blocked", Json.of(!reasons.isEmpty()),
            "reasons", new JsonArray(reasons),
            "position", Json.of(answer.at().asKnownAt().value())));
  }

  private static JsonObject reason(Obstacle obstacle, Instant asOf) {
    var stored = obstacle.state().stored();
    var state = ObjectAnswer.shown(stored.object(), stored.span(), stored.version(), asOf).object();
    return JsonObject.of(
        "why", Json.of(obstacle.why()),
        "state", state,
        "since", Json.of(stored.span().validFrom()),
        "event_id", Json.ofNullable(state.get("derived_from_event_id")));
  }
}
