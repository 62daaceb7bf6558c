package dev.quipu.server.rest;

import dev.quipu.engine.materialize.Embedding;
import dev.quipu.engine.materialize.Embedding.ModelStanding;
import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// `/v1/admin/models`: which model makes vectors, how far each has come, and another one.
final class ModelRoutes {

  private static final String PATH = "/v1/admin/models";
  private static final String NOTE =
      "What is chosen here lasts until this server is started again; the setting is `embedder`.";
  private static final JsonObject MODEL =
      Schemas.object(
          Map.of(
              "model_id", Schemas.TEXT,
              "revision", Schemas.nullable(Schemas.TEXT),
              "dimension", Schemas.nullable(Schemas.INTEGER),
              "chosen", Schemas.BOOLEAN,
              "state", Schemas.word(List.of("ready", "failed", "not_loaded", "gone")),
              "vectors", Schemas.INTEGER,
              "tenants_answering", Schemas.INTEGER,
              "tenants_level", Schemas.INTEGER,
              "lag_entries", Schemas.INTEGER));
  private static final JsonObject MODELS =
      Schemas.object(
          Map.of(
              "chosen", Schemas.nullable(Schemas.TEXT),
              "models", Schemas.list(MODEL),
              "trouble",
                  Schemas.nullable(
                      Schemas.object(Map.of("detail", Schemas.TEXT, "hint", Schemas.TEXT))),
              "note", Schemas.TEXT));

  private final @Nullable Embedding embedding;

  /// @param embedding null if all is found by words
  ModelRoutes(@Nullable Embedding embedding) {
    this.embedding = embedding;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                "GET",
                PATH,
                "The models that make vectors, or could, and how far each has come.",
                new Handling.Operator(this::list))
            .answering(200, "By name.", MODELS),
        Route.of(
                "POST",
                PATH,
                "Lets another model make vectors, or none. The one before answers until it has come"
                    + " as far.",
                new Handling.Operator(this::choose))
            .body(Answers.JSON, Schemas.closed(Map.of("model_id", Schemas.nullable(Schemas.TEXT))))
            .answering(200, "It has begun.", MODELS));
  }

  private Reply list(Caller operator, Call call) {
    call.query().check();
    return Answers.ok(standing());
  }

  private Reply choose(Caller operator, Call call) {
    call.query().check();
    var violations = new Violations();
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var name = fields.optional("model_id", names());
    if (!fields.has("model_id") && violations.isEmpty()) {
      fields.refuse(
          "model_id", "field.required", "Send this field: the name of a model, or null for none.");
    }
    fields.refuseOthers();
    violations.throwIfAny();
    if (embedding != null) {
      embedding.choose(name);
    }
    return Answers.ok(standing());
  }

  private Shape<String> names() {
    var names = new TreeMap<String, String>();
    if (embedding != null) {
      embedding.names().forEach(name -> names.put(name, name));
    }
    return names.isEmpty() ? Shape.text(0, 0) : Shape.word(names);
  }

  private JsonObject standing() {
    var standing = embedding == null ? null : embedding.standing();
    var models = embedding == null ? List.<ModelStanding>of() : embedding.models();
    return JsonObject.of(
        "chosen", Json.ofNullable(standing == null ? null : standing.chosen()),
        "models", new JsonArray(models.stream().<Json>map(ModelRoutes::json).toList()),
        "trouble", trouble(standing == null ? null : standing.trouble()),
        "note", Json.of(NOTE));
  }

  /// With the files, folders and addresses that `/health/ready` keeps from strangers.
  private static Json trouble(Embedding.@Nullable Trouble trouble) {
    return trouble == null
        ? Json.NULL
        : JsonObject.of("detail", Json.of(trouble.detail()), "hint", Json.of(trouble.hint()));
  }

  private static JsonObject json(ModelStanding standing) {
    var model = standing.model();
    var members = new LinkedHashMap<String, Json>();
    members.put("model_id", Json.of(standing.name()));
    members.put("revision", model == null ? Json.NULL : Json.of(model.revision()));
    members.put("dimension", model == null ? Json.NULL : Json.of(model.dimension()));
    members.put("chosen", Json.of(standing.chosen()));
    members.put("state", Json.of(standing.state().name().toLowerCase(Locale.ROOT)));
    members.put("vectors", Json.of(standing.vectors()));
    members.put("tenants_answering", Json.of(standing.answering()));
    members.put("tenants_level", Json.of(standing.level()));
    members.put("lag_entries", Json.of(standing.lag()));
    return new JsonObject(members);
  }
}
