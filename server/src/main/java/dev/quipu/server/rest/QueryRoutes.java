package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.Trace;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.EventReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Questions: `/v1/query`.
final class QueryRoutes {

  static final String PATH = "/v1/query";

  private final Engine engine;
  private final EventReader events;
  private final Supplier<String> ids;

  QueryRoutes(Engine engine, EventReader events, Supplier<String> ids) {
    this.engine = engine;
    this.events = events;
    this.ids = ids;
  }

  List<Route> routes() {
    var answer = Schemas.reference("QueryAnswer");
    return List.of(
        Route.of(
                "POST",
                PATH,
                "What is known of something, best first, with evidence.",
                new Handling.Keyed(this::ask))
            .body(Answers.JSON, QuestionReader.schema())
            .answering(200, "The answer.", answer),
        Route.of(
                "POST",
                PATH + "/batch",
                "Several questions at once; each has its own fate.",
                new Handling.Keyed(this::askAll))
            .body(Answers.JSON, batchBody())
            .answering(200, "The answers, in the same order.", batchAnswer()),
        Route.of(
                "POST",
                PATH + "/verify",
                "Answers again what a proof_trace was made for, and tells what differs.",
                new Handling.Keyed(this::verify))
            .body(
                Answers.JSON,
                Schemas.closed(Map.of("proof_trace", Schemas.reference("ProofTrace"))))
            .answering(200, "Whether the same comes out.", verified()));
  }

  private Reply ask(Caller caller, Call call) {
    var violations = call.query().faults();
    var body = call.object(violations);
    var read = QuestionReader.read(body, violations, call.tags());
    violations.throwIfAny();
    return Answers.ok(answer(caller, read));
  }

  private JsonObject answer(Caller caller, QuestionReader read) {
    if (read.record()) {
      caller.require(Grant.WRITE);
    }
    var evidence = engine.ask().ask(caller, read.question());
    var json = AnswerShapes.json(ids.get(), evidence, read.question().explain());
    return read.record() ? recorded(caller, read, evidence, json) : json;
  }

  /// A question that is to be kept becomes an event that names what was found.
  private JsonObject recorded(
      Caller caller, QuestionReader read, Evidence evidence, JsonObject answer) {
    var refs =
        evidence.objects().stream()
            .limit(MAX_RECORDED)
            .<Json>map(
                found ->
                    JsonObject.of(
                        "object_type", Json.of(found.node().ref().type().wireName()),
                        "object_id", Json.of(found.node().ref().id())))
            .toList();
    var payload = new LinkedHashMap<String, Json>();
    payload.put("query_id", Json.ofNullable(answer.text("query_id")));
    payload.put("query_text", Json.of(read.question().text()));
    payload.put("object_refs", new JsonArray(refs));
    payload.put("digest", Json.of(evidence.trace().digest().hex()));
    var body =
        JsonObject.of(
            "event_type", Json.of("retrieval_executed"), "payload", new JsonObject(payload));
    var violations = new Violations();
    var draft = events.read(body, Pointer.ROOT, violations, caller.tenant());
    violations.throwIfAny();
    var receipt =
        engine.ingest().submit(caller, new Submission(new Command.Append(draft), Hash.ZERO), null);
    return answer.with("recorded_event_id", Json.of(receipt.eventId().value()));
  }

  /// As many as an event may name.
  private static final int MAX_RECORDED = 256;

  private Reply askAll(Caller caller, Call call) {
    var violations = call.query().faults();
    var fields = Fields.of(call.object(violations), Pointer.ROOT, violations);
    var queries = fields.required("queries", listOf(object(), Limits.SEARCH.maxBatch()));
    if (queries.isEmpty() && violations.isEmpty()) {
      fields.refuse(
          "queries", "list.length", "Send 1 to " + Limits.SEARCH.maxBatch() + " questions.");
    }
    fields.refuseOthers();
    violations.throwIfAny();
    var answers = new ArrayList<Json>();
    for (var query : queries) {
      answers.add(answerOrProblem(caller, query, call));
    }
    return Answers.ok(JsonObject.of("answers", new JsonArray(answers)));
  }

  private Json answerOrProblem(Caller caller, JsonObject query, Call call) {
    try {
      var violations = new Violations();
      var read = QuestionReader.read(query, violations, call.tags());
      violations.throwIfAny();
      return answer(caller, read);
    } catch (MemoryException e) {
      return JsonObject.of("status", Json.of("failed"), "problem", Problems.of(e).toJson());
    }
  }

  private Reply verify(Caller caller, Call call) {
    var violations = call.query().faults();
    var trace = TraceReader.read(call.object(violations), violations);
    violations.throwIfAny();
    var now = engine.ask().again(caller, trace.question(), trace.at(), trace.offset());
    var results = now.trace().results().stream().map(Trace.Result::json).toList();
    var differences = new ArrayList<Json>();
    if (!trace.isWhole()) {
      differences.add(JsonObject.of("kind", Json.of("digest"), "result", Json.NULL));
    }
    for (var result : trace.results()) {
      if (!results.contains(result)) {
        differences.add(JsonObject.of("kind", Json.of("missing"), "result", result));
      }
    }
    for (var result : results) {
      if (!trace.results().contains(result)) {
        differences.add(JsonObject.of("kind", Json.of("added"), "result", result));
      }
    }
    if (differences.isEmpty() && !results.equals(trace.results())) {
      differences.add(JsonObject.of("kind", Json.of("order"), "result", Json.NULL));
    }
    return Answers.ok(
        JsonObject.of(
            "same", Json.of(differences.isEmpty()),
            "differences", new JsonArray(differences),
            "position", Json.of(now.at().asKnownAt().value())));
  }

  private static JsonObject batchBody() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put(
        "queries",
        Schemas.list(QuestionReader.schema())
            .with("minItems", Json.of(1))
            .with("maxItems", Json.of(Limits.SEARCH.maxBatch())));
    return Schemas.closed(members);
  }

  private static JsonObject batchAnswer() {
    var failed = new LinkedHashMap<String, JsonObject>();
    failed.put("status", Schemas.word(List.of("failed")));
    failed.put("problem", Schemas.reference("Problem"));
    var members = new LinkedHashMap<String, JsonObject>();
    members.put(
        "answers",
        Schemas.list(Schemas.oneOf(Schemas.reference("QueryAnswer"), Schemas.object(failed))));
    return Schemas.object(members);
  }

  private static JsonObject verified() {
    var difference = new LinkedHashMap<String, JsonObject>();
    difference.put("kind", Schemas.word(List.of("digest", "missing", "added", "order")));
    difference.put("result", Schemas.nullable(Schemas.ANY_OBJECT));
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("same", Schemas.BOOLEAN);
    members.put("differences", Schemas.list(Schemas.object(difference)));
    members.put("position", Schemas.INTEGER);
    return Schemas.object(members);
  }
}
