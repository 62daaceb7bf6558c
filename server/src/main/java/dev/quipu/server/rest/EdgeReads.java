package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.someOf;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ComputedView;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.engine.inspect.Tallies;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a thing is joined to: `/v1/objects/{type}/{id}/edges` and `/tallies`.
final class EdgeReads {

  static final List<String> EDGE_TYPES =
      Stream.of(EdgeType.values()).map(EdgeType::wireName).toList();
  static final List<String> DIRECTIONS = List.of("out", "in", "both");

  static final Set<Direction> BOTH = Set.of(Direction.values());

  static final Shape<EdgeType> EDGE_TYPE = word(EdgeType.values(), EdgeType::wireName);
  static final Shape<Set<Direction>> DIRECTION = word(directions());

  private final Engine engine;
  private final Limits limits;
  private final ObjectType type;

  EdgeReads(Engine engine, Limits limits, ObjectType type) {
    this.engine = engine;
    this.limits = limits;
    this.type = type;
  }

  /// The `edge_types` of a body; empty = all.
  static Set<String> edgeTypes(Fields fields) {
    var types = fields.optional("edge_types", someOf(EDGE_TYPE, EDGE_TYPES.size()), List.of());
    return types.stream().map(EdgeType::wireName).collect(Collectors.toSet());
  }

  static JsonObject edgeTypesSchema() {
    return Schemas.list(Schemas.word(EDGE_TYPES)).with("minItems", Json.of(1));
  }

  private static Map<String, Set<Direction>> directions() {
    var directions = new LinkedHashMap<String, Set<Direction>>();
    directions.put("out", Set.of(Direction.OUT));
    directions.put("in", Set.of(Direction.IN));
    directions.put("both", BOTH);
    return directions;
  }

  Route route() {
    return route(new Handling.Keyed(this::edges));
  }

  /// The same route, handled otherwise.
  Route route(Handling handling) {
    return Route.of(
            "GET",
            path() + "/edges",
            "The edges at an object, first the stored ones, then the computed ones: "
                + type.wireName()
                + ".",
            handling)
        .taking(
            Parameter.query(
                "direction",
                "As seen from the object; both unless said.",
                Schemas.word(DIRECTIONS)),
            Parameter.query(
                "edge_type",
                "Only these, separated by commas: " + String.join(", ", EDGE_TYPES),
                Schemas.TEXT))
        .taking(Parameters.READ_TIME)
        .taking(Parameters.page(limits))
        .answering(200, "A page.", Schemas.page("edges", Schemas.reference("edge")));
  }

  Route tallies() {
    return Route.of(
            "GET",
            path() + "/tallies",
            "How much supports an object, and how much contradicts it: " + type.wireName() + ".",
            new Handling.Keyed(this::tally))
        .taking(Parameters.READ_TIME)
        .answering(200, "The tallies.", Schemas.reference("Tallies"));
  }

  private String path() {
    return ObjectRoutes.PATH + type.wireName() + "/{object_id}";
  }

  private Reply edges(Caller caller, Call call) {
    var query = call.query();
    var directions = query.read("direction", DIRECTION);
    var types = types(query);
    var time = query.readTime();
    var request = query.page(limits);
    query.check();
    var computed = computed(engine, type, caller, call, time);
    if (computed != null) {
      request.requireFirst();
      return ObjectReads.page("edges", List.of(), new Page<>(List.of(), null, computed.at()));
    }
    var filter = new EdgeFilter(directions == null ? BOTH : directions, types);
    var page = engine.graph().edges(caller, ObjectRoutes.ref(call, type), filter, time, request);
    var edges = page.items().stream().<Json>map(Relation::edge).toList();
    return ObjectReads.page("edges", edges, page);
  }

  private Reply tally(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var computed = computed(engine, type, caller, call, time);
    if (computed != null) {
      return tallies(new Answer<>(Tallies.none(computed.value().source().reason()), computed.at()));
    }
    return tallies(engine.graph().tallies(caller, ObjectRoutes.ref(call, type), time));
  }

  private static Reply tallies(Answer<Tallies> answer) {
    return Answers.ok(
        JsonObject.of(
            "supports", GraphShapes.tally(answer.value().supports()),
            "contradicts", GraphShapes.tally(answer.value().contradicts()),
            "position", Json.of(answer.at().asKnownAt().value())));
  }

  /// The computed edge that is asked about, which nothing joins to anything; null if it is another
  /// thing.
  static @Nullable Answer<ComputedView> computed(
      Engine engine, ObjectType type, Caller caller, Call call, ReadTime time) {
    return type == ObjectType.EDGE
        ? engine.graph().computed(caller, call.segment("object_id"), time)
        : null;
  }

  private static Set<String> types(Query query) {
    var types = new LinkedHashSet<String>();
    var text = query.text("edge_type");
    if (text != null) {
      for (var word : text.split(",", -1)) {
        types.add(query.parse("edge_type", word, EDGE_TYPE).wireName());
      }
    }
    return types;
  }
}
