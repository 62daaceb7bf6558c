package dev.quipu.server.rest;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.Causality;
import dev.quipu.engine.inspect.Expansion;
import dev.quipu.engine.inspect.Path;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.engine.inspect.Tallies;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.http.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How what is joined by edges looks in answers, and in the description of the API.
final class GraphShapes {

  private GraphShapes() {}

  /// @param model whose vectors embeddings stand for; null = there are none
  static Reply reply(Expansion expansion, @Nullable EmbeddingModel model) {
    var asOf = expansion.at().asOf();
    var nodes =
        expansion.nodes().stream()
            .<Json>map(node -> NodeShapes.json(node.node(), node.hop(), asOf, model))
            .toList();
    var edges =
        expansion.edges().stream()
            .<Json>map(edge -> edge.relation().edge().with("hop", Json.of(edge.hop())))
            .toList();
    return Answers.ok(
        JsonObject.of(
            "nodes", new JsonArray(nodes),
            "edges", new JsonArray(edges),
            "truncated", Json.of(expansion.truncated()),
            "next_cursor", Json.ofNullable(expansion.nextCursor()),
            "position", Json.of(expansion.at().asKnownAt().value())));
  }

  /// @param model whose vectors embeddings stand for; null = there are none
  static Reply reply(Answer<Path> answer, @Nullable EmbeddingModel model) {
    var path = answer.value();
    var nodes = new ArrayList<Json>();
    for (var node : path.nodes()) {
      nodes.add(NodeShapes.json(node, nodes.size(), answer.at().asOf(), model));
    }
    var edges = new ArrayList<Json>();
    for (var relation : path.edges()) {
      edges.add(relation.edge().with("hop", Json.of(edges.size() + 1)));
    }
    return Answers.ok(
        JsonObject.of(
            "found",
            Json.of(path.found()),
            "hops",
            path.found() ? Json.of(edges.size()) : Json.NULL,
            "nodes",
            new JsonArray(nodes),
            "edges",
            new JsonArray(edges),
            "exhausted",
            Json.of(path.exhausted()),
            "position",
            Json.of(answer.at().asKnownAt().value())));
  }

  static JsonObject tally(Tallies.Tally tally) {
    var objects = tally.first().stream().<Json>map(GraphShapes::voice).toList();
    return JsonObject.of(
        "count", Json.of(tally.count()),
        "weight", Json.of(tally.weight()),
        "objects", new JsonArray(objects));
  }

  private static JsonObject voice(Relation relation) {
    return json(relation.other())
        .with("edge_id", Json.of(relation.id()))
        .with("weight", Json.of(relation.weight()));
  }

  private static JsonObject json(ObjectRef ref) {
    return JsonObject.of(
        "object_type", Json.of(ref.type().wireName()), "object_id", Json.of(ref.id()));
  }

  static JsonObject causality(Answer<Causality> answer) {
    var value = answer.value();
    return JsonObject.of(
        "event", link(value.event()),
        "causes", new JsonArray(value.causes().stream().<Json>map(GraphShapes::link).toList()),
        "effects", new JsonArray(value.effects().stream().<Json>map(GraphShapes::link).toList()),
        "truncated", Json.of(value.truncated()),
        "position", Json.of(answer.at().asKnownAt().value()));
  }

  /// A cause that is not there looks like one that is not for the caller.
  private static JsonObject link(Causality.Link link) {
    var members = new LinkedHashMap<String, Json>();
    members.put("event_id", Json.of(link.id().value()));
    members.put("depth", Json.of(link.depth()));
    switch (link) {
      case Causality.Linked linked -> {
        members.put("event_type", Json.of(linked.type().value()));
        members.put("event_time", Json.of(linked.time()));
        members.put(
            "caused_by", JsonArray.ofTexts(linked.causes().stream().map(EventId::value).toList()));
        members.put("dangling", Json.of(false));
      }
      case Causality.Dangling _ -> {
        members.put("event_type", Json.NULL);
        members.put("event_time", Json.NULL);
        members.put("caused_by", JsonArray.EMPTY);
        members.put("dangling", Json.of(true));
      }
    }
    return new JsonObject(members);
  }

  // ── for the description ──

  static JsonObject ref() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("object_type", Schemas.TEXT);
    members.put("object_id", Schemas.ID);
    return Schemas.object(members);
  }

  /// An edge as it is shown; not every edge is one that can be written.
  static JsonObject edge() {
    return Schemas.object(edgeMembers());
  }

  private static Map<String, JsonObject> edgeMembers() {
    var members = new LinkedHashMap<String, JsonObject>();
    for (var field : ObjectSchemas.EDGE.fields()) {
      members.put(field.name(), Schemas.nullable(Schemas.of(field.kind())));
    }
    // A computed edge has a longer id, and may lead to what cannot be named as an end.
    members.put("edge_id", Schemas.EDGE_ID);
    members.put("dst_type", Schemas.TEXT);
    return members;
  }

  static Map<String, JsonObject> schemas() {
    var schemas = new LinkedHashMap<String, JsonObject>();
    var followed = edgeMembers();
    followed.put("hop", Schemas.INTEGER);
    schemas.put("FollowedEdge", Schemas.object(followed));
    schemas.put("Node", NodeShapes.schema());
    var nodes = Schemas.list(Schemas.reference("Node"));
    var edges = Schemas.list(Schemas.reference("FollowedEdge"));
    var expansion = new LinkedHashMap<String, JsonObject>();
    expansion.put("nodes", nodes);
    expansion.put("edges", edges);
    expansion.put("truncated", Schemas.BOOLEAN);
    expansion.put("next_cursor", Schemas.nullable(Schemas.TEXT));
    expansion.put("position", Schemas.INTEGER);
    schemas.put("Expansion", Schemas.object(expansion));
    var path = new LinkedHashMap<String, JsonObject>();
    path.put("found", Schemas.BOOLEAN);
    path.put("hops", Schemas.nullable(Schemas.INTEGER));
    path.put("nodes", nodes);
    path.put("edges", edges);
    path.put("exhausted", Schemas.BOOLEAN);
    path.put("position", Schemas.INTEGER);
    schemas.put("Path", Schemas.object(path));
    schemas.put("Tallies", tallies());
    schemas.put("Causality", causality());
    return schemas;
  }

  private static JsonObject tallies() {
    var voice = new LinkedHashMap<String, JsonObject>();
    voice.put("object_type", Schemas.TEXT);
    voice.put("object_id", Schemas.ID);
    voice.put("edge_id", Schemas.EDGE_ID);
    voice.put("weight", Schemas.NUMBER);
    var tally = new LinkedHashMap<String, JsonObject>();
    tally.put("count", Schemas.INTEGER);
    tally.put("weight", Schemas.NUMBER);
    tally.put("objects", Schemas.list(Schemas.object(voice)));
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("supports", Schemas.object(tally));
    members.put("contradicts", Schemas.object(tally));
    members.put("position", Schemas.INTEGER);
    return Schemas.object(members);
  }

  private static JsonObject causality() {
    var link = new LinkedHashMap<String, JsonObject>();
    link.put("event_id", Schemas.ID);
    link.put("depth", Schemas.INTEGER);
    link.put("event_type", Schemas.nullable(Schemas.ID));
    link.put("event_time", Schemas.nullable(Schemas.TIME));
    link.put("caused_by", Schemas.list(Schemas.ID));
    link.put("dangling", Schemas.BOOLEAN);
    var linked = Schemas.object(link);
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("event", linked);
    for (var side : List.of("causes", "effects")) {
      members.put(side, Schemas.list(linked));
    }
    members.put("truncated", Schemas.BOOLEAN);
    members.put("position", Schemas.INTEGER);
    return Schemas.object(members);
  }
}
