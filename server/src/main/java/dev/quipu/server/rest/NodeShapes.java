package dev.quipu.server.rest;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ComputedView;
import dev.quipu.engine.inspect.Node;
import dev.quipu.engine.inspect.Page;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.At;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.EventAnswer;
import dev.quipu.wire.ObjectAnswer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the ends of edges look in answers, and the edges that are computed from them.
final class NodeShapes {

  private static final String ACTIVE = Lifecycle.ACTIVE.wireName();

  private NodeShapes() {}

  /// @param hop how far it is from where the walk began
  /// @param asOf the instant it is looked at from
  /// @param model whose vectors embeddings stand for; null = there are none
  static JsonObject json(Node node, int hop, Instant asOf, @Nullable EmbeddingModel model) {
    return switch (node) {
      case Node.Stored(var stored, var _) -> {
        var shown = ObjectAnswer.shown(stored.object(), stored.span(), stored.version(), asOf);
        yield json(
            node.ref(),
            hop,
            shown.object(),
            stored.version().version(),
            shown.lifecycle().wireName());
      }
      case Node.Happened(var entry, var _) ->
          json(node.ref(), hop, EventAnswer.fields(entry.event()), 1, ACTIVE);
      case Node.Embedded(var ref, var embedding, var _) ->
          json(ref, hop, EmbeddingRoutes.fields(embedding, model), 1, ACTIVE);
    };
  }

  private static JsonObject json(
      ObjectRef ref, int hop, JsonObject object, int version, String lifecycle) {
    return JsonObject.of(
        "object_type", Json.of(ref.type().wireName()),
        "object_id", Json.of(ref.id()),
        "hop", Json.of(hop),
        "object", object,
        "version", Json.of(version),
        "lifecycle", Json.of(lifecycle));
  }

  static JsonObject schema() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("object_type", Schemas.TEXT);
    members.put("object_id", Schemas.ID);
    members.put("hop", Schemas.INTEGER);
    members.put("object", Schemas.ANY_OBJECT);
    members.put("version", Schemas.INTEGER);
    members.put("lifecycle", Schemas.TEXT);
    return Schemas.object(members);
  }

  /// A computed edge as an object. It has one version, and the clocks and the access of its source.
  static Reply reply(Answer<ComputedView> answer) {
    var edge = answer.value().edge();
    var source = answer.value().source();
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(ObjectType.EDGE.wireName()));
    members.put("object_id", Json.ofNullable(edge.text("edge_id")));
    members.put("version", Json.of(1));
    members.put("object", edge);
    members.put("access", EnvelopeJson.write(envelope(source)));
    members.put("lifecycle", Json.of(ACTIVE));
    putClocks(source, answer.at(), members);
    members.put("access_reason", ObjectShapes.reason(source.reason()));
    members.put("position", Json.of(answer.at().asKnownAt().value()));
    return Answers.ok(new JsonObject(members)).with("ETag", EntityTags.ONLY);
  }

  /// Its one version.
  ///
  /// @param mutation the event that made what says it; null if the caller does not see that
  static Reply versions(Answer<ComputedView> answer, @Nullable EventId mutation) {
    var edge = answer.value().edge();
    var members = new LinkedHashMap<String, Json>();
    members.put("object_id", Json.ofNullable(edge.text("edge_id")));
    members.put("object_type", Json.of(ObjectType.EDGE.wireName()));
    members.put("version", Json.of(1));
    members.put("mutation_event_id", Json.ofNullable(mutation == null ? null : mutation.value()));
    var clocks = new LinkedHashMap<String, Json>();
    putClocks(answer.value().source(), answer.at(), clocks);
    members.put("valid_from", Json.ofNullable(clocks.get("valid_from")));
    members.put("valid_to", Json.ofNullable(clocks.get("valid_to")));
    members.put("snapshot_tag", Json.NULL);
    members.putAll(clocks);
    members.put("object", edge);
    var page = new Page<>(List.of(), null, answer.at());
    return ObjectReads.page("versions", List.of(new JsonObject(members)), page);
  }

  static Reply access(Answer<ComputedView> answer) {
    return Answers.ok(
        EnvelopeJson.write(envelope(answer.value().source()))
            .with("position", Json.of(answer.at().asKnownAt().value())));
  }

  private static Envelope envelope(Node node) {
    return switch (node) {
      case Node.Stored(var stored, var _) -> stored.object().envelope();
      case Node.Happened(var entry, var _) -> entry.recorded().envelope();
      case Node.Embedded(var _, var embedding, var _) ->
          embedding.memory().stored().object().envelope();
    };
  }

  static void putClocks(Node node, At at, Map<String, Json> into) {
    var known = at.asKnownAt();
    switch (node) {
      case Node.Stored(var stored, var _) -> ObjectAnswer.putClocks(stored.span(), known, into);
      case Node.Embedded(var _, var memory, var _) ->
          ObjectAnswer.putClocks(memory.memory().stored().span(), known, into);
      case Node.Happened(var entry, var _) -> {
        into.put("valid_from", Json.of(entry.event().since()));
        into.put("valid_to", Json.NULL);
        into.put("known_from", Json.of(entry.position().value()));
        into.put("known_to", Json.NULL);
      }
    }
  }
}
