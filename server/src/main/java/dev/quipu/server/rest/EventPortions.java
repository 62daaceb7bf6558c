package dev.quipu.server.rest;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import dev.quipu.wire.EventAnswer;
import dev.quipu.wire.EventRequest;
import dev.quipu.wire.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Appends events that each have their own fate, some hundred at a time: a batch as a whole would
/// not fit the queue of writes, one by one would pay for a commit each.
///
/// The receipts have the order of the events. Used by one thread, for one request.
final class EventPortions {

  static final int SIZE = 500;

  private static final Logger LOG = System.getLogger(EventPortions.class.getName());

  private final Ingest ingest;
  private final Limits limits;
  private final Caller caller;
  private final Call call;
  private final @Nullable Retry retry;

  /// Waiting to be submitted, with the place of their receipts.
  private final List<Waiting> waiting = new ArrayList<>();

  private final List<@Nullable Json> receipts = new ArrayList<>();
  private int taken;
  private boolean anyWritten;

  /// @param item the place of the event in the whole request
  private record Waiting(Submission submission, int slot, int item, @Nullable Long line) {}

  EventPortions(Ingest ingest, Limits limits, Caller caller, Call call) {
    this.ingest = ingest;
    this.limits = limits;
    this.caller = caller;
    this.call = call;
    this.retry = call.retry();
  }

  /// Takes an event of a batch.
  ///
  /// @param request hash of the whole batch
  void add(Json event, Pointer at, Hash request) {
    add(event, at, request, null);
  }

  /// Takes an event that came on a line of its own.
  void add(Json event, long line) {
    add(event, Pointer.ROOT, call.fingerprint(event), line);
  }

  private void add(Json event, Pointer at, Hash request, @Nullable Long line) {
    var violations = new Violations();
    var draft = EventRequest.read(event, at, violations, caller.tenant(), limits);
    try {
      violations.throwIfAny();
      var submission = new Submission(new Command.Append(draft), request);
      waiting.add(new Waiting(submission, receipts.size(), taken++, line));
      receipts.add(null);
    } catch (Invalid e) {
      reject(event instanceof JsonObject object ? object.text("event_id") : null, e, line);
    }
    if (waiting.size() >= SIZE) {
      submit();
    }
  }

  /// Notes something that could not even be read as an event.
  void reject(@Nullable String eventId, MemoryException why, @Nullable Long line) {
    taken++;
    receipts.add(rejected(eventId, Problems.of(why), line));
  }

  boolean isFull() {
    return receipts.size() >= SIZE;
  }

  /// The receipts since the last call, after submitting what is waiting.
  List<Json> finish() {
    submit();
    var done = new ArrayList<Json>();
    for (var receipt : receipts) {
      if (receipt == null) {
        throw new IllegalStateException("an event has no receipt");
      }
      done.add(receipt);
    }
    receipts.clear();
    return done;
  }

  /// Submits runs of neighbours: the engine numbers the items of a batch, for Idempotency-Keys, by
  /// counting on from the first.
  private void submit() {
    int from = 0;
    while (from < waiting.size()) {
      int to = from + 1;
      while (to < waiting.size()
          && (retry == null || waiting.get(to).item() == waiting.get(to - 1).item() + 1)) {
        to++;
      }
      submit(waiting.subList(from, to));
      from = to;
    }
    waiting.clear();
  }

  private void submit(List<Waiting> run) {
    if (retry != null && !anyWritten && run.size() > 1) {
      // The first tells whether the Idempotency-Key stands for another request, before anything is
      // written.
      submit(run.subList(0, 1));
      submit(run.subList(1, run.size()));
      return;
    }
    List<Outcome> outcomes;
    try {
      outcomes =
          ingest.submitEach(
              caller, run.stream().map(Waiting::submission).toList(), retry, run.getFirst().item());
      if (!anyWritten
          && outcomes.getFirst() instanceof Outcome.Refused(Conflict conflict)
          && conflict.code().equals(Retry.KEY_REUSED)) {
        throw conflict;
      }
      anyWritten = true;
    } catch (Unavailable e) {
      if (!anyWritten) {
        throw e; // nothing has happened yet, so the whole request can be tried again
      }
      outcomes = Collections.nCopies(run.size(), new Outcome.Refused(e));
    }
    for (int i = 0; i < run.size(); i++) {
      var place = run.get(i);
      receipts.set(
          place.slot(),
          switch (outcomes.get(i)) {
            case Outcome.Written(var receipt) -> EventAnswer.of(receipt);
            case Outcome.Refused(var why) -> rejected(place, Problems.of(why));
            case Outcome.Broken(var fault) -> {
              LOG.log(Level.ERROR, "an event of a batch failed unexpectedly", fault);
              yield rejected(place, Problems.internal());
            }
          });
    }
  }

  private static @Nullable String idOf(Submission submission) {
    return submission.command() instanceof Command.Append(var draft) && draft.eventId() != null
        ? draft.eventId().value()
        : null;
  }

  private static JsonObject rejected(Waiting place, Problem problem) {
    return rejected(idOf(place.submission()), problem, place.line());
  }

  private static JsonObject rejected(
      @Nullable String eventId, Problem problem, @Nullable Long line) {
    var json = problem.toJson();
    return JsonObject.of(
        "event_id",
        Json.ofNullable(eventId),
        "status",
        Json.of("rejected"),
        "problem",
        line == null ? json : json.with("line", Json.of(line)));
  }
}
