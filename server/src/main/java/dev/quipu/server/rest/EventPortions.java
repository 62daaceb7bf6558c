package dev.quipu.server.rest;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
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
import dev.quipu.wire.EventReader;
import dev.quipu.wire.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Appends events that each have their own fate, some hundred at a time: a batch as a whole would
/// not fit the queue of writes, one by one would pay for a commit each.
///
/// The receipts have the order of the events. Used by one thread, for one request.
final class EventPortions {

  static final int SIZE = 500;

  private static final Logger LOG = System.getLogger(EventPortions.class.getName());

  private final Ingest ingest;
  private final EventReader reader;
  private final Caller caller;
  private final Call call;
  private final @Nullable Retry retry;

  private Portion current = new Portion();
  private int taken;
  private boolean anyWritten;

  /// Events that have been read, and the receipts of all that came among them.
  ///
  /// @param waiting to be submitted, with the place of their receipts
  record Portion(List<Waiting> waiting, List<@Nullable Json> receipts) {

    Portion() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  /// @param item the place of the event in the whole request
  record Waiting(Submission submission, int slot, int item, @Nullable Long line) {}

  EventPortions(Ingest ingest, EventReader reader, Caller caller, Call call) {
    this.ingest = ingest;
    this.reader = reader;
    this.caller = caller;
    this.call = call;
    this.retry = call.retry();
  }

  /// Takes an event of a batch.
  ///
  /// @param request hash of the whole batch
  void add(Json event, Pointer at, Hash request) {
    add(event, at, request, null, new Violations());
    if (current.waiting().size() >= SIZE) {
      // A batch has few portions: each is written before the next is taken.
      submit(current).forEach(run -> run.settle(current.receipts()));
    }
  }

  /// Takes an event that came on a line of its own.
  ///
  /// @param violations of the line as JSON
  void add(Json event, long line, Violations violations) {
    // Nobody compares it unless there is a key.
    var request = retry == null ? Hash.ZERO : call.fingerprint(event);
    add(event, Pointer.ROOT, request, line, violations);
  }

  private void add(
      Json event, Pointer at, Hash request, @Nullable Long line, Violations violations) {
    var draft = reader.read(event, at, violations, caller.tenant());
    try {
      violations.throwIfAny();
      var submission = new Submission(new Command.Append(draft), request);
      current.waiting().add(new Waiting(submission, current.receipts().size(), taken++, line));
      current.receipts().add(null);
    } catch (Invalid e) {
      reject(event instanceof JsonObject object ? object.text("event_id") : null, e, line);
    }
  }

  /// Notes something that could not even be read as an event.
  void reject(@Nullable String eventId, MemoryException why, @Nullable Long line) {
    taken++;
    current.receipts().add(rejected(eventId, Problems.of(why), line));
  }

  boolean isFull() {
    return current.receipts().size() >= SIZE;
  }

  /// The receipts of what came since the last call, after submitting it.
  List<Json> finish() {
    return begin().receipts();
  }

  /// Submits what came since the last call, and lets more be taken while that is written.
  Appending begin() {
    var portion = current;
    current = new Portion();
    return new Appending(portion, submit(portion));
  }

  /// A portion whose receipts are still to come.
  record Appending(Portion portion, List<Run> runs) {

    boolean isEmpty() {
      return portion.receipts().isEmpty();
    }

    /// Waits for them.
    List<Json> receipts() {
      runs.forEach(run -> run.settle(portion.receipts()));
      var done = new ArrayList<Json>();
      for (var receipt : portion.receipts()) {
        if (receipt == null) {
          throw new IllegalStateException("an event has no receipt");
        }
        done.add(receipt);
      }
      return done;
    }
  }

  /// Events that were submitted together.
  record Run(List<Waiting> events, Supplier<List<Outcome>> outcomes) {

    void settle(List<@Nullable Json> receipts) {
      var known = outcomes.get();
      for (int i = 0; i < events.size(); i++) {
        receipts.set(events.get(i).slot(), receipt(events.get(i), known.get(i)));
      }
    }

    private static Json receipt(Waiting event, Outcome outcome) {
      return switch (outcome) {
        case Outcome.Written(var receipt) -> EventAnswer.of(receipt);
        case Outcome.Refused(var why) -> rejected(event, Problems.of(why));
        case Outcome.Broken(var fault) -> {
          LOG.log(Level.ERROR, "an event of a batch failed unexpectedly", fault);
          yield rejected(event, Problems.internal());
        }
      };
    }
  }

  /// Submits runs of neighbours: the engine numbers the items of a batch, for Idempotency-Keys, by
  /// counting on from the first.
  private List<Run> submit(Portion portion) {
    var waiting = List.copyOf(portion.waiting());
    portion.waiting().clear();
    var runs = new ArrayList<Run>();
    int from = 0;
    while (from < waiting.size()) {
      int to = from + 1;
      while (to < waiting.size()
          && (retry == null || waiting.get(to).item() == waiting.get(to - 1).item() + 1)) {
        to++;
      }
      if (!anyWritten) {
        // The first tells whether the Idempotency-Key stands for another request, before anything
        // is written.
        int alone = retry == null ? to : from + 1;
        runs.add(first(waiting.subList(from, alone)));
        from = alone;
      }
      if (from < to) {
        runs.add(later(waiting.subList(from, to)));
      }
      from = to;
    }
    return runs;
  }

  /// Nothing has happened yet, so whatever is wrong with the whole request is thrown.
  private Run first(List<Waiting> events) {
    var underway = begin(events);
    if (retry == null) {
      anyWritten = true;
      return new Run(events, underway::outcomes);
    }
    var outcomes = underway.outcomes();
    if (outcomes.getFirst() instanceof Outcome.Refused(Conflict conflict)
        && conflict.code().equals(Retry.KEY_REUSED)) {
      throw conflict;
    }
    anyWritten = true;
    return new Run(events, () -> outcomes);
  }

  private Run later(List<Waiting> events) {
    try {
      return new Run(events, begin(events)::outcomes);
    } catch (Unavailable e) {
      return new Run(events, () -> Collections.nCopies(events.size(), new Outcome.Refused(e)));
    }
  }

  private Ingest.Underway begin(List<Waiting> events) {
    return ingest.begin(
        caller, events.stream().map(Waiting::submission).toList(), retry, events.getFirst().item());
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
