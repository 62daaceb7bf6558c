package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.Patience;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.view.At;
import dev.quipu.wire.EventReader;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers questions, and keeps those as events that are to be kept.
///
/// A question that was kept before, under the same Idempotency-Key, is answered as it was answered
/// then: what was kept says where it was asked.
record KeptQuestions(Engine engine, EventReader events, Supplier<String> ids) {

  /// As many as an event may name.
  private static final int MAX_RECORDED = 256;

  /// @param receipt of the event that keeps the question; null if none does
  record Answered(JsonObject json, @Nullable Receipt receipt) {}

  /// What a write is remembered by.
  ///
  /// @param item the place of the question among several
  record Request(Hash hash, @Nullable Retry retry, int item) {}

  Answered answer(Caller caller, QuestionReader read, Request request, Patience patience) {
    if (!read.record()) {
      return new Answered(shown(ids.get(), read, fresh(caller, read, patience)), null);
    }
    caller.require(Grant.WRITE);
    var ingest = engine.ingest();
    var earlier = ingest.recall(caller, request.hash(), request.retry(), request.item());
    if (earlier != null) {
      return again(caller, read, earlier, patience);
    }
    var id = ids.get();
    var evidence = fresh(caller, read, patience);
    var submission = new Submission(event(caller, id, read, evidence), request.hash());
    var receipt = ingest.submit(caller, submission, request.retry(), request.item());
    return receipt.status() == Receipt.Status.REPLAYED
        ? again(caller, read, receipt, patience) // the first try was under way until now
        : kept(shown(id, read, evidence), receipt);
  }

  private Evidence fresh(Caller caller, QuestionReader read, Patience patience) {
    return engine.ask().ask(caller, read.question(), patience);
  }

  private static JsonObject shown(String id, QuestionReader read, Evidence evidence) {
    return AnswerShapes.json(id, evidence, read.question().explain());
  }

  private static Answered kept(JsonObject answer, Receipt receipt) {
    return new Answered(
        answer.with("recorded_event_id", Json.of(receipt.eventId().value())), receipt);
  }

  /// What was answered then, less what the caller may no longer see.
  private Answered again(Caller caller, QuestionReader read, Receipt receipt, Patience patience) {
    var payload = payload(caller, receipt);
    var id = payload.text("query_id");
    var asOf = payload.text("as_of");
    // What was kept by a server before this one does not say where it was asked.
    boolean isPlaced =
        asOf != null
            && payload.get("as_known_at") instanceof JsonNumber
            && payload.get("offset") instanceof JsonNumber
            && payload.get("window") instanceof JsonNumber;
    var evidence =
        isPlaced
            ? engine
                .ask()
                .again(
                    caller,
                    read.question(),
                    new Ask.Point(
                        new At(
                            Instant.parse(asOf), new LogPosition(number(payload, "as_known_at"))),
                        Math.toIntExact(number(payload, "offset")),
                        Math.toIntExact(number(payload, "window")),
                        PinReader.read(Fields.of(payload, Pointer.ROOT, new Violations()))),
                    patience)
            : fresh(caller, read, patience);
    return kept(shown(id == null ? ids.get() : id, read, evidence), receipt);
  }

  private static long number(JsonObject payload, String name) {
    return payload.get(name) instanceof JsonNumber number ? number.asLong() : 0;
  }

  /// Nothing, if the event was taken from the caller since.
  private JsonObject payload(Caller caller, Receipt receipt) {
    try {
      var event = engine.events().event(caller, receipt.eventId(), ReadTime.NOW).value();
      return event.entry().event().payload();
    } catch (NotFound e) {
      return JsonObject.EMPTY;
    }
  }

  /// Names what was found, and where it was asked.
  private Command.Append event(Caller caller, String id, QuestionReader read, Evidence evidence) {
    var refs =
        evidence.objects().stream()
            .limit(MAX_RECORDED)
            .<Json>map(
                found ->
                    JsonObject.of(
                        "object_type", Json.of(found.node().ref().type().wireName()),
                        "object_id", Json.of(found.node().ref().id())))
            .toList();
    var trace = evidence.trace();
    var payload = new LinkedHashMap<String, Json>();
    payload.put("query_id", Json.of(id));
    payload.put("query_text", Json.of(read.question().text()));
    payload.put("object_refs", new JsonArray(refs));
    payload.put("results", Json.of(evidence.objects().size()));
    payload.put("digest", Json.of(trace.digest().hex()));
    for (var name : new String[] {"as_of", "as_known_at", "offset", "window", "vectors"}) {
      var value = trace.plan().get(name);
      payload.put(name, value == null ? Json.NULL : value);
    }
    var body =
        JsonObject.of(
            "event_type", Json.of("retrieval_executed"), "payload", new JsonObject(payload));
    var violations = new Violations();
    var draft = events.read(body, Pointer.ROOT, violations, caller.tenant());
    violations.throwIfAny();
    return new Command.Append(draft);
  }
}
