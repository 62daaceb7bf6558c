package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Expansion;
import dev.quipu.engine.inspect.Path;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Reading along edges: `/v1/graph/…` and `/v1/events/{id}/causality`.
final class GraphRoutes {

  private static final Limits.Graph BOUNDS = Limits.GRAPH;
  private static final int MAX_CURSOR = 4_096;

  private static final ObjectType[] NODE_TYPES =
      Stream.of(ObjectType.values())
          .filter(type -> type.isCanonical() && type != ObjectType.OBJECT_VERSION)
          .toArray(ObjectType[]::new);

  private static final Shape<ObjectRef> REF =
      object(
          fields -> {
            var type = fields.required("object_type", word(NODE_TYPES, ObjectType::wireName));
            var ref = fields.required("object_id", id(GraphRoutes::identifier));
            fields.refuseOthers();
            return fields.build(() -> new ObjectRef(type, ref));
          });

  private final Engine engine;
  private final Limits limits;

  GraphRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                "POST",
                "/v1/graph/expand",
                "What is reached from some objects along edges, nearest first.",
                new Handling.Keyed(this::expand))
            .body(Answers.JSON, expandBody())
            .answering(200, "A page of it.", Schemas.reference("Expansion")),
        Route.of(
                "POST",
                "/v1/graph/path",
                "A shortest way from one object to another along edges.",
                new Handling.Keyed(this::path))
            .body(Answers.JSON, pathBody())
            .answering(200, "The way, if there is one.", Schemas.reference("Path")),
        Route.of(
                "GET",
                "/v1/events/{event_id}/causality",
                "What led to an event and what it led to, nearest first.",
                new Handling.Keyed(this::causality))
            .taking(
                Parameter.query(
                    "limit",
                    "Events before it, and events after it.",
                    Schemas.integer(1, BOUNDS.maxCausal())))
            .taking(Parameters.READ_TIME)
            .answering(200, "The events around it.", Schemas.reference("Causality")),
        new EdgeReads(engine, limits, ObjectType.EMBEDDING).route(),
        new EdgeReads(engine, limits, ObjectType.EMBEDDING).tallies());
  }

  private Reply expand(Caller caller, Call call) {
    var violations = call.query().faults();
    var fields = Fields.of(call.object(violations), Pointer.ROOT, violations);
    var start = fields.required("start", listOf(REF, BOUNDS.maxStarts()));
    if (start.isEmpty() && violations.isEmpty()) {
      fields.refuse("start", "list.length", "Name 1 to " + BOUNDS.maxStarts() + " objects.");
    }
    var hops = fields.optional("hops", integer(1, BOUNDS.maxHops()), 1L);
    var filter = filter(fields, true);
    var maxNodes =
        fields.optional("max_nodes", integer(1, BOUNDS.maxNodes()), (long) BOUNDS.defaultNodes());
    var maxEdges =
        fields.optional("max_edges", integer(1, BOUNDS.maxEdges()), (long) BOUNDS.defaultEdges());
    var time = ReadTimes.read(fields, violations, call.tags());
    var cursor = fields.optional("cursor", text(1, MAX_CURSOR));
    fields.refuseOthers();
    violations.throwIfAny();
    var wanted =
        new Expansion.Wanted(
            start, hops.intValue(), filter, maxNodes.intValue(), maxEdges.intValue());
    return GraphShapes.reply(
        engine.graph().expand(caller, wanted, time, cursor),
        engine.meanings().made(caller.tenant()));
  }

  private Reply path(Caller caller, Call call) {
    var violations = call.query().faults();
    var fields = Fields.of(call.object(violations), Pointer.ROOT, violations);
    var from = fields.required("from", REF);
    var to = fields.required("to", REF);
    var filter = filter(fields, false);
    var maxHops =
        fields.optional(
            "max_hops", integer(1, BOUNDS.maxPathHops()), (long) BOUNDS.defaultPathHops());
    var time = ReadTimes.read(fields, violations, call.tags());
    fields.refuseOthers();
    violations.throwIfAny();
    var wanted = new Path.Wanted(from, to, maxHops.intValue(), filter);
    return GraphShapes.reply(
        engine.graph().path(caller, wanted, time), engine.meanings().made(caller.tenant()));
  }

  private static EdgeFilter filter(Fields fields, boolean weighed) {
    var directions = fields.optional("direction", EdgeReads.DIRECTION, EdgeReads.BOTH);
    var types = EdgeReads.edgeTypes(fields);
    var weight =
        weighed ? fields.optional("min_weight", number(0, ObjectSchemas.MAX_WEIGHT), 0.0) : 0.0;
    return new EdgeFilter(directions, types, weight);
  }

  private Reply causality(Caller caller, Call call) {
    var time = call.query().readTime();
    var limit = call.query().integer("limit", 1, BOUNDS.maxCausal());
    call.query().check();
    var id = call.segment("event_id");
    if (!Identifier.isWellFormed(id)) {
      throw ObjectType.EVENT.absent();
    }
    int most = limit == null ? BOUNDS.maxCausal() : limit.intValue();
    var answer = engine.graph().causality(caller, new EventId(id), most, time);
    return Answers.ok(GraphShapes.causality(answer));
  }

  private static String identifier(String text) {
    Identifier.checked(text);
    return text;
  }

  private static JsonObject expandBody() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put(
        "start",
        Schemas.list(GraphShapes.ref())
            .with("minItems", Json.of(1))
            .with("maxItems", Json.of(BOUNDS.maxStarts())));
    members.put("hops?", Schemas.integer(1, BOUNDS.maxHops()));
    members.putAll(followed());
    members.put("min_weight?", Schemas.NUMBER);
    members.put("max_nodes?", Schemas.integer(1, BOUNDS.maxNodes()));
    members.put("max_edges?", Schemas.integer(1, BOUNDS.maxEdges()));
    members.putAll(ReadTimes.members());
    members.put("cursor?", Schemas.TEXT);
    return Schemas.closed(members);
  }

  private static JsonObject pathBody() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("from", GraphShapes.ref());
    members.put("to", GraphShapes.ref());
    members.put("max_hops?", Schemas.integer(1, BOUNDS.maxPathHops()));
    members.putAll(followed());
    members.putAll(ReadTimes.members());
    return Schemas.closed(members);
  }

  private static Map<String, JsonObject> followed() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("direction?", Schemas.word(EdgeReads.DIRECTIONS));
    members.put("edge_types?", EdgeReads.edgeTypesSchema());
    return members;
  }
}
