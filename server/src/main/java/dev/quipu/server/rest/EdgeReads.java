package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.Engine;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.ObjectAnswer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// `/v1/objects/{type}/{id}/edges`: what a thing is joined to.
final class EdgeReads {

  private static final Map<String, Set<Direction>> DIRECTIONS =
      Map.of(
          "out", Set.of(Direction.OUT),
          "in", Set.of(Direction.IN),
          "both", Set.of(Direction.OUT, Direction.IN));

  private static final Shape<EdgeType> EDGE_TYPE = word(EdgeType.values(), EdgeType::wireName);

  private final Engine engine;
  private final Limits limits;
  private final ObjectType type;

  EdgeReads(Engine engine, Limits limits, ObjectType type) {
    this.engine = engine;
    this.limits = limits;
    this.type = type;
  }

  Route route() {
    var words = Stream.of(EdgeType.values()).map(EdgeType::wireName).toList();
    return Route.of(
            "GET",
            ObjectRoutes.PATH + type.wireName() + "/{object_id}/edges",
            "The edges at an object: " + type.wireName() + ".",
            new Handling.Keyed(this::edges))
        .taking(
            Parameter.query(
                "direction",
                "As seen from the object; both unless said.",
                Schemas.word(List.of("out", "in", "both"))),
            Parameter.query(
                "edge_type",
                "Only these, separated by commas: " + String.join(", ", words),
                Schemas.TEXT))
        .taking(Parameters.READ_TIME)
        .taking(Parameters.page(limits))
        .answering(200, "A page.", Schemas.page("edges", Schemas.reference("edge")));
  }

  private Reply edges(Caller caller, Call call) {
    var query = call.query();
    var directions = query.read("direction", word(DIRECTIONS));
    var types = types(query);
    var time = query.readTime();
    var request = query.page(limits);
    query.check();
    var page =
        engine
            .inspect()
            .edges(
                caller,
                ObjectRoutes.ref(call, type),
                directions == null ? Set.of(Direction.values()) : directions,
                types,
                time,
                request);
    var edges =
        page.items().stream()
            .map(StoredEdge::edge)
            .<Json>map(
                edge ->
                    ObjectAnswer.shown(edge.object(), edge.span(), edge.version(), page.at().asOf())
                        .object())
            .toList();
    return ObjectReads.page("edges", edges, page);
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
