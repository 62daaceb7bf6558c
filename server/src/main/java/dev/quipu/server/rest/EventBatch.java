package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.listOf;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.EventAnswer;
import dev.quipu.wire.EventReader;
import java.util.ArrayList;
import java.util.List;

/// Many events in one JSON document.
final class EventBatch {

  private static final Pointer EVENTS = Pointer.ROOT.child("events");

  private final Ingest ingest;
  private final Limits limits;
  private final EventReader reader;

  EventBatch(Ingest ingest, Limits limits, EventReader reader) {
    this.ingest = ingest;
    this.reader = reader;
    this.limits = limits;
  }

  /// @param violations what was found so far
  Reply append(
      Caller caller, Call call, JsonObject body, boolean atomicByQuery, Violations violations) {
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var events = fields.required("events", listOf(json(), limits.maxBatch()));
    boolean atomic = fields.optional("atomic", bool(), atomicByQuery);
    fields.refuseOthers();
    if (!atomic) {
      violations.throwIfAny();
    }
    // Of the whole batch: under the same Idempotency-Key another batch is another request.
    var request = call.fingerprint(body);
    return atomic
        ? together(caller, call, events, request, violations)
        : oneByOne(caller, call, events, request);
  }

  /// All or none. A fault of any event is a fault of the request.
  private Reply together(
      Caller caller, Call call, List<Json> events, Hash request, Violations violations) {
    var retry = call.retry(violations);
    var submissions = new ArrayList<Submission>();
    for (int i = 0; i < events.size(); i++) {
      var draft = reader.read(events.get(i), EVENTS.child(i), violations, caller.tenant());
      if (violations.isEmpty()) {
        submissions.add(new Submission(new Command.Append(draft), request));
      }
    }
    violations.throwIfAny();
    if (submissions.isEmpty()) {
      return answer(List.of());
    }
    try {
      var receipts = ingest.submitTogether(caller, submissions, retry);
      var reply = answer(receipts.stream().<Json>map(EventAnswer::of).toList());
      return Idempotency.marked(reply, receipts.getFirst());
    } catch (Invalid e) {
      throw within(e);
    }
  }

  /// The engine's pointers begin with the place of the event in the batch.
  private static Invalid within(Invalid invalid) {
    return new Invalid(
        invalid.violations().stream()
            .map(
                fault ->
                    new Violation(EVENTS.text() + fault.pointer(), fault.code(), fault.message()))
            .toList(),
        invalid.unlisted());
  }

  private Reply oneByOne(Caller caller, Call call, List<Json> events, Hash request) {
    var portions = new EventPortions(ingest, reader, caller, call);
    for (int i = 0; i < events.size(); i++) {
      portions.add(events.get(i), EVENTS.child(i), request);
    }
    return answer(portions.finish());
  }

  private static Reply answer(List<Json> receipts) {
    return Answers.ok(JsonObject.of("receipts", new JsonArray(receipts)));
  }
}
