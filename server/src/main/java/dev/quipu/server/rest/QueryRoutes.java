package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;

import dev.quipu.engine.Engine;
import dev.quipu.engine.query.Patience;
import dev.quipu.engine.query.Trace;
import dev.quipu.engine.query.VectorUse;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Receipt;
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
  private final KeptQuestions questions;

  QueryRoutes(Engine engine, EventReader events, Supplier<String> ids) {
    this.engine = engine;
    this.questions = new KeptQuestions(engine, events, ids);
  }

  List<Route> routes() {
    var answer = Schemas.reference("QueryAnswer");
    return List.of(
        Route.of(
                "POST",
                PATH,
                "What is known of something, best first, with evidence.",
                new Handling.Keyed(this::ask))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, QuestionReader.schema())
            .answering(200, "The answer.", answer),
        Route.of(
                "POST",
                PATH + "/batch",
                "Several questions at once; each has its own fate.",
                new Handling.Keyed(this::askAll))
            .taking(Parameters.IDEMPOTENCY_KEY)
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
    var retry = call.retry(violations);
    var body = call.object(violations);
    var read = QuestionReader.read(body, violations, call.tags());
    violations.throwIfAny();
    var request = new KeptQuestions.Request(call.fingerprint(body), retry, 0);
    var answered = questions.answer(caller, read, request, engine.ask().patience());
    var receipt = answered.receipt();
    var reply = Answers.ok(answered.json());
    return receipt == null ? reply : Idempotency.marked(reply, receipt);
  }

  private Reply askAll(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var fields = Fields.of(call.object(violations), Pointer.ROOT, violations);
    var queries = fields.required("queries", listOf(json(), Limits.SEARCH.maxBatch()));
    if (queries.isEmpty() && violations.isEmpty()) {
      fields.refuse(
          "queries", "list.length", "Send 1 to " + Limits.SEARCH.maxBatch() + " questions.");
    }
    fields.refuseOthers();
    violations.throwIfAny();
    var answers = new ArrayList<Json>();
    var receipts = new ArrayList<Receipt>();
    var patience = engine.ask().patience();
    for (int i = 0; i < queries.size(); i++) {
      var query = queries.get(i);
      var request = new KeptQuestions.Request(call.fingerprint(query), retry, i);
      var answered = answerOrProblem(caller, query, call, request, patience);
      answers.add(answered.json());
      if (answered.receipt() != null) {
        receipts.add(answered.receipt());
      }
    }
    return Idempotency.marked(
        Answers.ok(JsonObject.of("answers", new JsonArray(answers))), receipts);
  }

  private KeptQuestions.Answered answerOrProblem(
      Caller caller, Json query, Call call, KeptQuestions.Request request, Patience patience) {
    try {
      var violations = new Violations();
      var body = object().read(query, Pointer.ROOT, violations);
      var read = QuestionReader.read(body, violations, call.tags());
      violations.throwIfAny();
      return questions.answer(caller, read, request, patience);
    } catch (MemoryException e) {
      var problem = Problems.of(e).toJson();
      return new KeptQuestions.Answered(
          JsonObject.of("status", Json.of("failed"), "problem", problem), null);
    }
  }

  private Reply verify(Caller caller, Call call) {
    var violations = call.query().faults();
    var trace = TraceReader.read(call.object(violations), violations);
    violations.throwIfAny();
    var ask = engine.ask();
    var now = ask.again(caller, trace.question(), trace.point(), ask.patience());
    var results = now.trace().results().stream().map(Trace.Result::json).toList();
    var differences = new ArrayList<Json>();
    if (!trace.isWhole()) {
      differences.add(difference("digest", Json.NULL));
    }
    if (now.search().vectors() == VectorUse.GONE) {
      differences.add(difference("vectors", Json.NULL));
    }
    if (!trace.isAskable() || !trace.plan().equals(now.trace().plan())) {
      differences.add(difference("plan", Json.NULL));
    }
    if (!trace.steps().equals(now.trace().steps())) {
      differences.add(difference("steps", Json.NULL));
    }
    if (!trace.statistics().equals(now.trace().statistics())) {
      differences.add(difference("statistics", Json.NULL));
    }
    var scored = trace.results().stream().map(QueryRoutes::unscored).toList();
    for (var result : trace.results()) {
      if (results.stream().map(QueryRoutes::unscored).noneMatch(unscored(result)::equals)) {
        differences.add(difference("missing", result));
      }
    }
    for (var result : results) {
      if (!scored.contains(unscored(result))) {
        differences.add(difference("added", result));
      } else if (!trace.results().contains(result)) {
        differences.add(difference("score", result));
      }
    }
    if (differences.isEmpty() && !results.equals(trace.results())) {
      differences.add(difference("order", Json.NULL));
    }
    return Answers.ok(
        JsonObject.of(
            "same", Json.of(differences.isEmpty()),
            "differences", new JsonArray(differences),
            "position", Json.of(now.at().asKnownAt().value())));
  }

  private static JsonObject difference(String kind, Json result) {
    return JsonObject.of("kind", Json.of(kind), "result", result);
  }

  private static JsonObject unscored(JsonObject result) {
    return result.without("score");
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
    difference.put(
        "kind",
        Schemas.word(
            List.of(
                "digest",
                "vectors",
                "plan",
                "steps",
                "statistics",
                "missing",
                "added",
                "score",
                "order")));
    difference.put("result", Schemas.nullable(Schemas.ANY_OBJECT));
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("same", Schemas.BOOLEAN);
    members.put("differences", Schemas.list(Schemas.object(difference)));
    members.put("position", Schemas.INTEGER);
    return Schemas.object(members);
  }
}
