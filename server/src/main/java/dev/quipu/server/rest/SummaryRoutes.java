package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.engine.Engine;
import dev.quipu.engine.content.Summaries;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/v1/sessions/{session_id}/summarize`.
final class SummaryRoutes {

  private static final long MAX_LEVEL = 2;

  private final Engine engine;

  SummaryRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    var wanted = new LinkedHashMap<String, JsonObject>();
    wanted.put("level?", Schemas.integer(1, MAX_LEVEL));
    wanted.put("text?", Schemas.TEXT.with("maxLength", Json.of(ObjectSchemas.MAX_TEXT)));
    wanted.put("max_sources?", Schemas.integer(1, Summaries.MAX_SOURCES));
    var source = Schemas.object(Map.of("object_type", Schemas.TEXT, "object_id", Schemas.ID));
    return List.of(
        Route.of(
                "POST",
                "/v1/sessions/{session_id}/summarize",
                "Makes a memory out of those of the level below that no summary of yours covers.",
                new Handling.Keyed(this::summarize))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.object(wanted).with("additionalProperties", Json.of(false)))
            .answering(
                201, "The summary.", ObjectShapes.viewWith("sources", Schemas.list(source))));
  }

  private Reply summarize(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.objectOrEmpty();
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var level = fields.optional("level", integer(1, MAX_LEVEL), 1L);
    var words = fields.optional("text", text(1, ObjectSchemas.MAX_TEXT));
    if (words != null && words.isBlank()) {
      fields.refuse("text", "field.required", "Send the text of the summary, or leave it out.");
    }
    var max =
        fields.optional(
            "max_sources", integer(1, Summaries.MAX_SOURCES), (long) Summaries.MAX_SOURCES);
    fields.refuseOthers();
    violations.throwIfAny();
    var wanted = new Summaries.Wanted(session(call), level.intValue(), words, max.intValue());
    var made = engine.summaries().summarize(caller, wanted, call.fingerprint(body), retry);
    var known = new ReadTime.KnownAt.Position(made.receipt().position());
    var answer = engine.inspect().object(caller, made.summary(), new ReadTime(null, known));
    var sources = made.sources().stream().<Json>map(SummaryRoutes::json).toList();
    var reply =
        Answers.json(201, ObjectShapes.json(answer).with("sources", new JsonArray(sources)))
            .with("ETag", EntityTags.ONLY)
            .with("Location", ObjectRoutes.PATH + "memory/" + made.summary().id());
    return Idempotency.marked(AfterWrite.placed(reply, made.receipt()), made.receipt());
  }

  private static JsonObject json(ObjectRef source) {
    return JsonObject.of(
        "object_type", Json.of(source.type().wireName()), "object_id", Json.of(source.id()));
  }

  private static SessionId session(Call call) {
    var id = call.segment("session_id");
    if (!Identifier.isWellFormed(id)) {
      throw ObjectType.SESSION.absent();
    }
    return new SessionId(id);
  }
}
