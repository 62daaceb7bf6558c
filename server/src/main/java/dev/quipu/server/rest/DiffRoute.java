package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.ObjectAnswer;
import dev.quipu.wire.ObjectDiff;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `GET /v1/objects/{type}/{id}/diff`: what differs between two versions as they are shown.
final class DiffRoute {

  private final Engine engine;
  private final ObjectType type;

  DiffRoute(Engine engine, ObjectType type) {
    this.engine = engine;
    this.type = type;
  }

  Route route() {
    var number = Schemas.integer(1, Integer.MAX_VALUE);
    return Route.of(
            "GET",
            ObjectRoutes.PATH + type.wireName() + "/{object_id}/diff",
            "What differs between two versions: " + type.wireName() + ".",
            new Handling.Keyed(this::diff))
        .taking(
            Parameter.query("from", "The number of one version.", number),
            Parameter.query("to", "The number of the other.", number))
        .taking(Parameters.READ_TIME)
        .answering(200, "The differences, in the order of the fields.", Schemas.reference("Diff"));
  }

  static Map<String, JsonObject> schemas() {
    var change = new LinkedHashMap<String, JsonObject>();
    change.put("op", Schemas.word(List.of("add", "remove", "replace")));
    change.put("path", Schemas.TEXT);
    change.put("before", JsonObject.EMPTY);
    change.put("after", JsonObject.EMPTY);
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("object_type", Schemas.TEXT);
    members.put("object_id", Schemas.ID);
    members.put("from", Schemas.INTEGER);
    members.put("to", Schemas.INTEGER);
    members.put("changes", Schemas.list(Schemas.object(change)));
    members.put("position", Schemas.INTEGER);
    return Map.of("Diff", Schemas.object(members));
  }

  private Reply diff(Caller caller, Call call) {
    var query = call.query();
    int from = number(query, "from");
    int to = number(query, "to");
    var time = query.readTime();
    query.check();
    var ref = ObjectRoutes.ref(call, type);
    var answer = engine.versions().pair(caller, ref, from, to, time);
    var asOf = answer.at().asOf();
    var changes =
        ObjectDiff.of(shown(answer.value().from(), asOf), shown(answer.value().to(), asOf));
    return Answers.ok(
        JsonObject.of(
            "object_type",
            Json.of(type.wireName()),
            "object_id",
            Json.of(ref.id()),
            "from",
            Json.of(from),
            "to",
            Json.of(to),
            "changes",
            new JsonArray(changes),
            "position",
            Json.of(answer.at().asKnownAt().value())));
  }

  private static int number(Query query, String name) {
    var number = query.required(name, query.integer(name, 1, Integer.MAX_VALUE));
    return number == null ? 1 : number.intValue();
  }

  /// All that is shown of a version, side by side.
  private static JsonObject shown(ObjectView view, Instant asOf) {
    var stored = view.stored();
    return ObjectAnswer.comparable(stored.object(), stored.span(), stored.version(), asOf);
  }
}
