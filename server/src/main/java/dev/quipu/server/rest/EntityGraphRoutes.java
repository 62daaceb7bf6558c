package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.instant;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Entities;
import dev.quipu.engine.inspect.Expansion;
import dev.quipu.engine.inspect.Node;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.server.http.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/// What surrounds an entity, and how it has changed.
final class EntityGraphRoutes {

  private static final String ONE = "/v1/entities/{entity_id}";
  private static final Limits.Graph BOUNDS = Limits.GRAPH;

  private final Engine engine;

  EntityGraphRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                "GET",
                ONE + "/graph",
                "Entities that are related to it, nearest first.",
                new Handling.Keyed(this::graph))
            .taking(
                Parameter.query("hops", "One unless said.", Schemas.integer(1, BOUNDS.maxHops())),
                Parameter.query("cursor", "next_cursor of the page before.", Schemas.TEXT))
            .taking(EntityRoutes.READ_TIME)
            .answering(200, "Entities and relationships.", Schemas.reference("EntityGraph")),
        Route.of(
                "GET",
                ONE + "/diff",
                "What differs between two times.",
                new Handling.Keyed(this::diff))
            .taking(
                Parameter.query("from", "A time; what was observed until then.", Schemas.TIME),
                Parameter.query("to", "Another; now unless said.", Schemas.TIME),
                Parameter.query("as_known_at", "What was known then.", Schemas.TEXT))
            .answering(200, "Fields that differ.", Schemas.reference("EntityDiff")));
  }

  static Map<String, JsonObject> schemas() {
    var graph = new LinkedHashMap<String, JsonObject>();
    graph.put("entities", Schemas.list(Schemas.ANY_OBJECT));
    graph.put("relationships", Schemas.list(Schemas.reference("Relationship")));
    graph.put("truncated", Schemas.BOOLEAN);
    graph.put("next_cursor", Schemas.nullable(Schemas.TEXT));
    graph.put("position", Schemas.INTEGER);
    var diff = new LinkedHashMap<String, JsonObject>();
    diff.put("entity_id", Schemas.ID);
    diff.put("from", Schemas.TIME);
    diff.put("to", Schemas.TIME);
    diff.put("added", Schemas.ANY_OBJECT);
    diff.put("removed", Schemas.ANY_OBJECT);
    diff.put("changed", Schemas.ANY_OBJECT);
    diff.put("position", Schemas.INTEGER);
    return Map.of("EntityGraph", Schemas.object(graph), "EntityDiff", Schemas.object(diff));
  }

  private Reply graph(Caller caller, Call call) {
    var id = EntityRoutes.entityId(call);
    var query = call.query();
    var hops = query.integer("hops", 1, BOUNDS.maxHops());
    var time = EntityRoutes.time(call);
    query.check();
    var wanted =
        new Expansion.Wanted(
            List.of(id.memory()),
            hops == null ? 1 : hops.intValue(),
            new EdgeFilter(EdgeReads.BOTH, RelationshipRoutes.types()),
            BOUNDS.defaultNodes(),
            BOUNDS.defaultEdges());
    try {
      return Answers.ok(json(engine.graph().expand(caller, wanted, time, query.text("cursor"))));
    } catch (NotFound e) {
      throw Entities.absent();
    }
  }

  private static JsonObject json(Expansion found) {
    var entities = new ArrayList<Json>();
    for (var reached : found.nodes()) {
      if (reached.node() instanceof Node.Stored(var stored, var _)) {
        var known = AspectBody.read(stored.version().body());
        if (known != null) {
          entities.add(
              JsonObject.of(
                  "entity_id", Json.of(known.entity().value()),
                  "entity_type", Json.of(known.type()),
                  "name", Json.of(known.name()),
                  "hop", Json.of(reached.hop())));
        }
      }
    }
    var members = new LinkedHashMap<String, Json>();
    members.put("entities", new JsonArray(entities));
    members.put(
        "relationships",
        new JsonArray(
            found.edges().stream()
                .<Json>map(edge -> RelationshipRoutes.json(edge.relation().edge()))
                .toList()));
    members.put("truncated", Json.of(found.truncated()));
    members.put("next_cursor", Json.ofNullable(found.nextCursor()));
    members.put("position", Json.of(found.at().asKnownAt().value()));
    return new JsonObject(members);
  }

  private Reply diff(Caller caller, Call call) {
    var id = EntityRoutes.entityId(call);
    var query = call.query();
    var from = query.required("from", query.read("from", instant()));
    var to = query.read("to", instant());
    var known = query.readTime();
    if (from != null && to != null && to.isBefore(from)) {
      query
          .faults()
          .add(Pointer.ROOT.child("to"), "time.order", "Send a time that is not before from.");
    }
    query.check();
    var later =
        engine.entities().entity(caller, id, new ReadTime(to, known.asKnownAt(), known.after()));
    var begin = Objects.requireNonNull(from);
    var earlier =
        engine.entities().find(caller, id, new ReadTime(begin, known.asKnownAt(), known.after()));
    var before = earlier == null ? JsonObject.EMPTY : earlier.value().snapshot();
    return Answers.ok(
        differing(before, later.value().snapshot(), begin, later.at().asOf())
            .with("entity_id", Json.of(id.value()))
            .with("position", Json.of(later.at().asKnownAt().value())));
  }

  private static JsonObject differing(
      JsonObject before, JsonObject after, Instant from, Instant to) {
    var added = new LinkedHashMap<String, Json>();
    var removed = new LinkedHashMap<String, Json>();
    var changed = new LinkedHashMap<String, Json>();
    var names = new TreeSet<>(before.names());
    names.addAll(after.names());
    for (var name : names) {
      var one = before.get(name);
      var other = after.get(name);
      if (one == null) {
        added.put(name, Json.ofNullable(other));
      } else if (other == null) {
        removed.put(name, one);
      } else if (!one.equals(other)) {
        changed.put(name, JsonObject.of("from", one, "to", other));
      }
    }
    return JsonObject.of(
        "from", Json.of(from),
        "to", Json.of(to),
        "added", new JsonObject(added),
        "removed", new JsonObject(removed),
        "changed", new JsonObject(changed));
  }
}
