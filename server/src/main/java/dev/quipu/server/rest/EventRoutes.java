package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.EventFilter;
import dev.quipu.engine.inspect.EventView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Receipt;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.EventAnswer;
import dev.quipu.wire.EventReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `/v1/events`: one event in, and events out. Many at a time are [EventBatch]'s and [EventLines]'
/// matter, following them [EventStream]'s.
final class EventRoutes {

  static final String PATH = "/v1/events";
  static final String LOG_POSITION = "Log-Position";

  private static final List<Parameter> FILTERS =
      List.of(
          Parameter.query("agent_id", "Of this agent.", Schemas.ID),
          Parameter.query("session_id", "Of this session.", Schemas.ID),
          Parameter.query("event_type", "Of this type.", Schemas.ID),
          Parameter.query("workspace_id", "Of this workspace.", Schemas.ID),
          Parameter.query("from", "event_time not before.", Schemas.TIME),
          Parameter.query("to", "event_time before.", Schemas.TIME));

  /// What a list takes beside the filters.
  private static final List<Parameter> LISTED =
      List.of(
          Parameter.query(
              "order", "Of the log; asc unless said.", Schemas.word(List.of("asc", "desc"))),
          Parameters.NESTED);

  private static final Shape<Boolean> NEWEST_FIRST = word(Map.of("asc", false, "desc", true));

  private final Engine engine;
  private final Limits limits;
  private final EventReader reader;
  private final EventBatch batch;
  private final EventLines lines;
  private final EventStream stream;

  EventRoutes(
      Engine engine,
      Limits limits,
      EventReader reader,
      EventBatch batch,
      EventLines lines,
      EventStream stream) {
    this.engine = engine;
    this.limits = limits;
    this.reader = reader;
    this.batch = batch;
    this.lines = lines;
    this.stream = stream;
  }

  List<Route> routes() {
    var event = Schemas.reference("EventRequest");
    var receipt = Schemas.reference("Receipt");
    var receipts = Schemas.object(Map.of("receipts", Schemas.list(receipt)));
    var many = Schemas.object(Map.of("events", Schemas.list(event), "atomic?", Schemas.BOOLEAN));
    return List.of(
        Route.of(
                "POST",
                PATH,
                "Appends one event, or many: all or none of them if `atomic`.",
                new Handling.Keyed(this::append))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .taking(Parameter.query("atomic", "Not for NDJSON.", Schemas.BOOLEAN))
            .body(Answers.JSON, Schemas.oneOf(event, many))
            .body(Answers.NDJSON, event)
            .answering(201, "The event is in the log.", receipt)
            .answering(
                200,
                "It was there already; or the fates of many.",
                Schemas.oneOf(receipt, receipts)),
        Route.of("GET", PATH, "Events in the order of the log.", new Handling.Keyed(this::list))
            .taking(listParameters(limits))
            .answering(200, "A page.", Schemas.page("events", Schemas.reference("Event"))),
        Route.of(
                "GET",
                PATH + "/stream",
                "Events as they are appended (SSE). Goes on after Last-Event-ID.",
                new Handling.Keyed(this::follow))
            .taking(FILTERS)
            .taking(
                Parameter.query("after", "Begins after this position.", Schemas.INTEGER),
                Parameter.header("Last-Event-ID", "Position of the last event seen.", Schemas.TEXT))
            .answering(200, "A stream of events.", Schemas.TEXT)
            .producing(Streams.MEDIA_TYPE),
        Route.of("GET", PATH + "/{event_id}", "One event.", new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The event.", Schemas.reference("Event")));
  }

  private Reply append(Caller caller, Call call) {
    var atomic = call.query().read("atomic", TRUE_OR_FALSE);
    if (call.isNdjson()) {
      call.query().check();
      if (Boolean.TRUE.equals(atomic)) {
        throw new Invalid(
            "/atomic", "atomic.unsupported", "Send an atomic batch as {\"events\":[…]}.");
      }
      return lines.append(caller, call);
    }
    var violations = call.query().faults();
    var body = call.object(violations);
    if (!body.has("events")) {
      return appendOne(caller, call, body, violations);
    }
    return batch.append(caller, call, body, Boolean.TRUE.equals(atomic), violations);
  }

  private static final Shape<Boolean> TRUE_OR_FALSE = word(Map.of("true", true, "false", false));

  private Reply appendOne(Caller caller, Call call, JsonObject body, Violations violations) {
    var retry = call.retry(violations);
    var draft = reader.read(body, Pointer.ROOT, violations, caller.tenant());
    violations.throwIfAny();
    var submission = new Submission(new Command.Append(draft), call.fingerprint(body));
    var receipt = engine.ingest().submit(caller, submission, retry);
    int status = receipt.status() == Receipt.Status.DUPLICATE ? 200 : 201;
    var reply =
        Answers.json(status, EventAnswer.of(receipt))
            .with("Location", PATH + "/" + receipt.eventId())
            .with(LOG_POSITION, receipt.position().toString());
    return Idempotency.marked(reply, receipt);
  }

  private Reply list(Caller caller, Call call) {
    var page = page(engine, limits, caller, call.query());
    return ObjectReads.page(
        "events",
        page.items().stream().<Json>map(view -> EventAnswer.of(view.entry())).toList(),
        page);
  }

  /// What a list of events takes, in whatever shape it shows them.
  static List<Parameter> listParameters(Limits limits) {
    return Stream.of(FILTERS, LISTED, Parameters.READ_TIME, Parameters.page(limits))
        .flatMap(List::stream)
        .toList();
  }

  /// A page of events, as such a list asks for it.
  static Page<EventView> page(Engine engine, Limits limits, Caller caller, Query query) {
    var filter = filter(query, Boolean.TRUE.equals(query.read("order", NEWEST_FIRST)));
    var time = query.readTime();
    var request = query.page(limits);
    query.check();
    return engine.events().events(caller, filter, time, request);
  }

  private Reply get(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    return Answers.ok(
        EventAnswer.of(engine.events().event(caller, eventId(call), time).value().entry()));
  }

  private Reply follow(Caller caller, Call call) {
    var filter = filter(call.query(), false);
    return stream.follow(caller, call, filter);
  }

  /// An id that cannot be one names nothing, like one that nobody has.
  static EventId eventId(Call call) {
    var text = call.segment("event_id");
    if (!Identifier.isWellFormed(text)) {
      throw ObjectType.EVENT.absent();
    }
    return new EventId(text);
  }

  private static EventFilter filter(Query query, boolean newestFirst) {
    var fields = new LinkedHashMap<String, String>();
    put(fields, "agent_id", query.read("agent_id", id(AgentId::new)));
    put(fields, "session_id", query.read("session_id", id(SessionId::new)));
    put(fields, "event_type", query.read("event_type", id(EventType::new)));
    put(fields, "workspace_id", query.read("workspace_id", id(WorkspaceId::new)));
    var from = query.time("from");
    var to = query.time("to");
    if (from != null && to != null && to.isBefore(from)) {
      query
          .faults()
          .add(Pointer.ROOT.child("to"), "time.order", "Send a time that is not before from.");
    }
    return new EventFilter(fields, from, to, newestFirst, query.flag("nested"));
  }

  private static void put(Map<String, String> fields, String name, @Nullable Identifier value) {
    if (value != null) {
      fields.put(name, value.value());
    }
  }
}
