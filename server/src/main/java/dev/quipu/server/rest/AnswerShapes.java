package dev.quipu.server.rest;

import dev.quipu.engine.index.Hit.Matched;
import dev.quipu.engine.inspect.Node;
import dev.quipu.engine.query.ContextBlock;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.Evidence.Duplicate;
import dev.quipu.engine.query.Evidence.Found;
import dev.quipu.engine.query.Trace;
import dev.quipu.engine.query.VectorUse;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.At;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How the answer to a question looks, and how it is described.
public final class AnswerShapes {

  private AnswerShapes() {}

  public static JsonObject json(String queryId, Evidence evidence, boolean explain) {
    var members = new LinkedHashMap<String, Json>();
    members.put("query_id", Json.of(queryId));
    members.put("status", Json.of(evidence.objects().isEmpty() ? "no_hits" : "ok"));
    members.put(
        "objects",
        array(
            evidence.objects().stream()
                .map(found -> found(found, evidence.at(), explain))
                .toList()));
    members.put(
        "edges",
        array(
            evidence.edges().stream()
                .map(edge -> edge.relation().edge().with("hop", Json.of(edge.hop())))
                .toList()));
    members.put(
        "provenance", array(evidence.provenance().stream().map(OriginRoutes::provenance).toList()));
    members.put(
        "versions",
        array(evidence.objects().stream().map(found -> version(found, evidence.at())).toList()));
    members.put(
        "applied_filters",
        array(
            evidence.applied().stream()
                .map(
                    applied ->
                        JsonObject.of(
                            "name", Json.of(applied.name()),
                            "params", applied.params(),
                            "removed", Json.of(applied.removed())))
                .toList()));
    members.put("proof_trace", trace(evidence.trace()));
    var recall = evidence.search().recall();
    members.put(
        "search",
        JsonObject.of(
            "mode", Json.of(evidence.search().exact() ? "exact" : "approximate"),
            "recall", recall == null ? Json.NULL : Json.of(recall),
            "eligible", Json.of(evidence.search().eligible()),
            "visited", Json.of(evidence.search().visited()),
            "vectors", Json.of(evidence.search().vectors().wireName())));
    members.put("words_position", Json.of(evidence.wordsPosition().value()));
    var vectors = evidence.vectorsPosition();
    members.put("vectors_position", vectors == null ? Json.NULL : Json.of(vectors.value()));
    members.put("as_of", Json.of(evidence.at().asOf()));
    members.put("position", Json.of(evidence.at().asKnownAt().value()));
    members.put("context", context(evidence.context()));
    members.put("next_cursor", Json.ofNullable(evidence.nextCursor()));
    return new JsonObject(members);
  }

  static JsonObject found(Found found, At at, boolean explain) {
    var node = found.node();
    var shown = NodeShapes.json(node, 0, at.asOf(), null);
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(node.ref().type().wireName()));
    members.put("object_id", Json.of(node.ref().id()));
    members.put("score", Json.of(found.score()));
    members.put("score_parts", parts(found.parts()));
    members.put("object", shown.get("object") instanceof JsonObject object ? object : Json.NULL);
    if (node instanceof Node.Stored(var stored, var _) && node.ref().type() == ObjectType.MEMORY) {
      members.put("text", Json.ofNullable(stored.version().body().text("text")));
    }
    members.put("version", Json.of(found.version()));
    members.put("lifecycle", Json.ofNullable(shown.text("lifecycle")));
    members.put("source_event_ids", JsonArray.ofTexts(found.sourceEvents()));
    members.put("access_reason", ObjectShapes.reason(node.reason()));
    members.put(
        "duplicates", array(found.duplicates().stream().map(AnswerShapes::duplicate).toList()));
    var successor = found.supersededBy();
    members.put("superseded_by", successor == null ? Json.NULL : new JsonObject(named(successor)));
    if (explain) {
      members.put("matched", array(found.matched().stream().map(AnswerShapes::matched).toList()));
      var cosine = found.cosine();
      members.put("cosine", cosine == null ? Json.NULL : Json.of(cosine));
    }
    return new JsonObject(members);
  }

  private static JsonObject duplicate(Duplicate duplicate) {
    var members = named(duplicate.node().ref());
    members.put("text", Json.of(duplicate.text()));
    members.put("version", Json.of(duplicate.version()));
    members.put("score", Json.of(duplicate.score()));
    members.put("source_event_ids", JsonArray.ofTexts(duplicate.sourceEvents()));
    return new JsonObject(members);
  }

  private static Map<String, Json> named(ObjectRef ref) {
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(ref.type().wireName()));
    members.put("object_id", Json.of(ref.id()));
    return members;
  }

  private static JsonObject parts(Map<String, Double> parts) {
    var members = new LinkedHashMap<String, Json>();
    parts.forEach((name, value) -> members.put(name, Json.of(value)));
    return new JsonObject(members);
  }

  private static JsonObject matched(Matched matched) {
    return JsonObject.of(
        "field", Json.of(matched.field()),
        "word", Json.of(matched.word()),
        "weight", Json.of(matched.weight()));
  }

  private static JsonObject version(Found found, At at) {
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(found.node().ref().type().wireName()));
    members.put("object_id", Json.of(found.node().ref().id()));
    members.put("version", Json.of(found.version()));
    NodeShapes.putClocks(found.node(), at, members);
    return new JsonObject(members);
  }

  private static JsonObject trace(Trace trace) {
    return trace.json().with("digest", Json.of(trace.digest().hex()));
  }

  private static Json context(@Nullable ContextBlock context) {
    if (context == null) {
      return Json.NULL;
    }
    return JsonObject.of(
        "text",
        Json.of(context.text()),
        "tokens",
        Json.of(context.tokens()),
        "truncated",
        Json.of(context.truncated()),
        "citations",
        array(context.citations().stream().map(AnswerShapes::citation).toList()));
  }

  private static JsonObject citation(ContextBlock.Citation citation) {
    var members = new LinkedHashMap<String, Json>();
    members.put("number", Json.of(citation.number()));
    members.put("object_type", Json.of(citation.ref().type().wireName()));
    members.put("object_id", Json.of(citation.ref().id()));
    members.put("version", Json.of(citation.version()));
    members.put("source_event_ids", JsonArray.ofTexts(citation.sourceEvents()));
    members.put("truncated", Json.of(citation.truncated()));
    return new JsonObject(members);
  }

  private static JsonArray array(List<JsonObject> items) {
    return new JsonArray(List.copyOf(items));
  }

  // ── for the description ──

  static Map<String, JsonObject> schemas() {
    var object = ref();
    object.put("score", Schemas.NUMBER);
    object.put("score_parts", Schemas.ANY_OBJECT);
    object.put("object", Schemas.ANY_OBJECT);
    object.put("text?", Schemas.nullable(Schemas.TEXT));
    object.put("version", Schemas.INTEGER);
    object.put("lifecycle", Schemas.TEXT);
    object.put("source_event_ids", Schemas.list(Schemas.ID));
    object.put("access_reason", Schemas.TEXT);
    var duplicate = ref();
    duplicate.put("text", Schemas.TEXT);
    duplicate.put("version", Schemas.INTEGER);
    duplicate.put("score", Schemas.NUMBER);
    duplicate.put("source_event_ids", Schemas.list(Schemas.ID));
    object.put("duplicates", Schemas.list(Schemas.object(duplicate)));
    object.put("superseded_by", Schemas.nullable(Schemas.object(ref())));
    var matched = new LinkedHashMap<String, JsonObject>();
    matched.put("field", Schemas.TEXT);
    matched.put("word", Schemas.TEXT);
    matched.put("weight", Schemas.NUMBER);
    object.put("matched?", Schemas.list(Schemas.object(matched)));
    object.put("cosine?", Schemas.nullable(Schemas.NUMBER));
    var version = ref();
    version.put("version", Schemas.INTEGER);
    version.put("valid_from", Schemas.TIME);
    version.put("valid_to", Schemas.nullable(Schemas.TIME));
    version.put("known_from", Schemas.INTEGER);
    version.put("known_to", Schemas.nullable(Schemas.INTEGER));
    var filter = new LinkedHashMap<String, JsonObject>();
    filter.put("name", Schemas.TEXT);
    filter.put("params", Schemas.ANY_OBJECT);
    filter.put("removed", Schemas.INTEGER);
    var search = new LinkedHashMap<String, JsonObject>();
    search.put("mode", Schemas.word(List.of("exact", "approximate")));
    search.put("recall", Schemas.nullable(Schemas.NUMBER));
    search.put("eligible", Schemas.INTEGER);
    search.put("visited", Schemas.INTEGER);
    search.put(
        "vectors", Schemas.word(Stream.of(VectorUse.values()).map(VectorUse::wireName).toList()));
    var citation = ref();
    citation.put("number", Schemas.INTEGER);
    citation.put("version", Schemas.INTEGER);
    citation.put("source_event_ids", Schemas.list(Schemas.ID));
    citation.put("truncated", Schemas.BOOLEAN);
    var context = new LinkedHashMap<String, JsonObject>();
    context.put("text", Schemas.TEXT);
    context.put("tokens", Schemas.INTEGER);
    context.put("truncated", Schemas.BOOLEAN);
    context.put("citations", Schemas.list(Schemas.object(citation)));
    var answer = new LinkedHashMap<String, JsonObject>();
    answer.put("query_id", Schemas.ID);
    answer.put("status", Schemas.word(List.of("ok", "no_hits")));
    answer.put("objects", Schemas.list(Schemas.reference("FoundObject")));
    answer.put("edges", Schemas.list(Schemas.reference("FollowedEdge")));
    answer.put("provenance", Schemas.list(OriginRoutes.provenanceSchema()));
    answer.put("versions", Schemas.list(Schemas.object(version)));
    answer.put("applied_filters", Schemas.list(Schemas.object(filter)));
    answer.put("proof_trace", Schemas.reference("ProofTrace"));
    answer.put("search", Schemas.object(search));
    answer.put("words_position", Schemas.INTEGER);
    answer.put("vectors_position", Schemas.nullable(Schemas.INTEGER));
    answer.put("as_of", Schemas.TIME);
    answer.put("position", Schemas.INTEGER);
    answer.put("context", Schemas.nullable(Schemas.object(context)));
    answer.put("next_cursor", Schemas.nullable(Schemas.TEXT));
    answer.put("recorded_event_id?", Schemas.ID);
    var schemas = new LinkedHashMap<String, JsonObject>();
    schemas.put("FoundObject", Schemas.object(object));
    schemas.put("ProofTrace", traceSchema());
    schemas.put("QueryAnswer", Schemas.object(answer));
    return schemas;
  }

  private static JsonObject traceSchema() {
    var result = ref();
    result.put("version", Schemas.INTEGER);
    result.put("score", Schemas.NUMBER);
    var trace = new LinkedHashMap<String, JsonObject>();
    trace.put("plan", planSchema());
    trace.put("steps", Schemas.list(Schemas.ANY_OBJECT));
    var statistics = new LinkedHashMap<String, JsonObject>();
    for (var name : TraceReader.STATISTICS) {
      statistics.put(name, Schemas.INTEGER);
    }
    statistics.put(TraceReader.VECTORS_ELIGIBLE, Schemas.nullable(Schemas.INTEGER));
    trace.put("statistics", Schemas.closed(statistics));
    trace.put("results", Schemas.list(Schemas.closed(result)));
    trace.put("digest", Schemas.TEXT);
    return Schemas.closed(trace);
  }

  private static JsonObject planSchema() {
    var filter = new LinkedHashMap<String, JsonObject>();
    filter.put("name", Schemas.TEXT);
    filter.put("params", Schemas.ANY_OBJECT);
    var plan = new LinkedHashMap<String, JsonObject>();
    plan.put("query_text", Schemas.TEXT);
    for (var name : List.of("top_k", "offset", "window", "as_known_at", "ranking")) {
      plan.put(name, Schemas.INTEGER);
    }
    plan.put("as_of", Schemas.TIME);
    plan.put("as_admin", Schemas.BOOLEAN);
    plan.put("fold", Schemas.BOOLEAN);
    plan.put("principal", Schemas.TEXT);
    plan.put("filters", Schemas.list(Schemas.closed(filter)));
    plan.putAll(WaysReader.planMembers());
    plan.put("vectors", PinReader.SCHEMA);
    return Schemas.closed(plan);
  }

  private static Map<String, JsonObject> ref() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("object_type", Schemas.TEXT);
    members.put("object_id", Schemas.ID);
    return members;
  }
}
