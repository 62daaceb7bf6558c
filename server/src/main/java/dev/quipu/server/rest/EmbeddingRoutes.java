package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.Embeddings.Embedding;
import dev.quipu.engine.inspect.Page;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.At;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.ObjectAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/v1/objects/embedding`: what stands behind the `content` of memories. Nothing is kept of them:
/// they look as their memories make them look, have one version, and cannot be written.
final class EmbeddingRoutes {

  private static final ObjectType TYPE = ObjectType.EMBEDDING;
  private static final String CONTEXT = "memory";

  private final Engine engine;
  private final Limits limits;

  EmbeddingRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var many = ObjectRoutes.PATH + "embedding";
    var one = many + "/{object_id}";
    return List.of(
        Route.of("GET", many, "Objects of type embedding.", new Handling.Keyed(this::list))
            .taking(
                Parameter.query("vector_id", "Only this one.", Schemas.ID),
                ObjectReads.LIFECYCLE_PARAMETER)
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(
                200,
                "A page, in the order of their memories; it can have fewer items than asked for.",
                Schemas.page("objects", ObjectShapes.item(TYPE))),
        Route.of("GET", one, "One object: embedding.", new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The object.", ObjectShapes.view(TYPE)),
        Route.of("GET", one + "/versions", "Its one version.", new Handling.Keyed(this::versions))
            .taking(Parameters.READ_TIME)
            .answering(200, "A page.", Schemas.page("versions", ObjectShapes.version(TYPE))),
        Route.of(
                "GET",
                one + "/access",
                "Who may see it: embedding.",
                new Handling.Keyed(this::access))
            .taking(Parameters.READ_TIME)
            .answering(200, "The access block.", ObjectShapes.access()));
  }

  static Map<String, JsonObject> schemas() {
    var fields = new LinkedHashMap<String, JsonObject>();
    fields.put("vector_id", Schemas.ID);
    fields.put("vector_context", Schemas.TEXT);
    fields.put("original_text", Schemas.TEXT);
    fields.put("dim", Schemas.INTEGER);
    fields.put("model_id", Schemas.nullable(Schemas.TEXT));
    fields.put("vector_ref", Schemas.nullable(Schemas.TEXT));
    fields.put("created_ts", Schemas.TIME);
    var reference = Schemas.reference("embedding");
    return Map.of(
        "embedding", Schemas.object(fields),
        "View_embedding", Schemas.object(ObjectShapes.viewOf(reference, true)),
        "Item_embedding", Schemas.object(ObjectShapes.viewOf(reference, false)),
        "Version_embedding", ObjectShapes.versionOf(reference));
  }

  private Reply list(Caller caller, Call call) {
    var vector = call.query().text("vector_id");
    var lifecycle = ObjectReads.lifecycle(call.query());
    var time = call.query().readTime();
    var request = call.query().page(limits);
    call.query().check();
    var page = engine.embeddings().embeddings(caller, vector, time, request);
    var model = engine.meanings().made(caller.tenant());
    return lifecycle == null || lifecycle == Lifecycle.ACTIVE
        ? ObjectReads.page(
            "objects",
            page.items().stream().<Json>map(each -> view(each, page.at(), model)).toList(),
            page)
        : ObjectReads.page("objects", List.of(), new Page<>(List.of(), null, page.at()));
  }

  private Reply get(Caller caller, Call call) {
    var answer = read(caller, call);
    var model = engine.meanings().made(caller.tenant());
    return Answers.ok(view(answer.value(), answer.at(), model).with("position", position(answer)))
        .with("ETag", EntityTags.ONLY);
  }

  private Reply versions(Caller caller, Call call) {
    var answer = read(caller, call);
    var memory = answer.value().memory().stored();
    var at = List.of(memory.version().position());
    var made = engine.events().eventsAt(caller, at).get(at.getFirst());
    var members =
        new LinkedHashMap<>(
            ObjectAnswer.objectVersion(
                memory.object(),
                memory.span(),
                memory.version(),
                made == null ? null : made.value(),
                null));
    members.putAll(named(answer.value()));
    members.put("known_from", Json.of(memory.span().sysFrom().value()));
    members.put("known_to", Json.NULL);
    members.put("object", fields(answer.value(), engine.meanings().made(caller.tenant())));
    return Answers.ok(
        JsonObject.of(
            "versions", JsonArray.of(new JsonObject(members)),
            "next_cursor", Json.NULL,
            "position", position(answer)));
  }

  private Reply access(Caller caller, Call call) {
    var answer = read(caller, call);
    var envelope = answer.value().memory().stored().object().envelope();
    return Answers.ok(EnvelopeJson.write(envelope).with("position", position(answer)));
  }

  private Answer<Embedding> read(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    return engine.embeddings().embedding(caller, ObjectRoutes.ref(call, TYPE).id(), time);
  }

  private static Json position(Answer<?> answer) {
    return Json.of(answer.at().asKnownAt().value());
  }

  /// On the clocks, an embedding is where its memory is.
  private static JsonObject view(Embedding embedding, At at, @Nullable EmbeddingModel model) {
    var memory = embedding.memory();
    var stored = memory.stored();
    var like =
        ObjectAnswer.view(
            stored.object(),
            stored.span(),
            stored.version(),
            new At(embedding.created(), at.asKnownAt()));
    var members = new LinkedHashMap<String, Json>(like.without("text").members());
    members.putAll(named(embedding));
    members.put("object", fields(embedding, model));
    members.put("lifecycle", Json.of(Lifecycle.ACTIVE.wireName()));
    members.put("access_reason", ObjectShapes.reason(memory.reason()));
    return new JsonObject(members);
  }

  private static Map<String, Json> named(Embedding embedding) {
    return Map.of(
        "object_type", Json.of(TYPE.wireName()),
        "object_id", Json.of(embedding.vectorId()),
        "version", Json.of(1));
  }

  /// The seed's fields.
  ///
  /// @param model that makes the vectors; null = none does, so there is no dimension
  static JsonObject fields(Embedding embedding, @Nullable EmbeddingModel model) {
    var fields = new LinkedHashMap<String, Json>();
    fields.put("vector_id", Json.of(embedding.vectorId()));
    fields.put("vector_context", Json.of(CONTEXT));
    fields.put("original_text", Json.of(embedding.text()));
    fields.put("dim", Json.of(model == null ? 0 : model.dimension()));
    fields.put("model_id", model == null ? Json.NULL : Json.of(model.name()));
    fields.put("vector_ref", Json.NULL);
    fields.put("created_ts", Json.of(embedding.created()));
    return new JsonObject(fields);
  }
}
