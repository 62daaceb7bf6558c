package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.object.SnapshotTag;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.AccessRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/v1/snapshots`: names for positions of the log, by which every read can be made.
final class SnapshotRoutes {

  private static final String PATH = "/v1/snapshots";
  private static final Shape<String> TAG = id(SnapshotTag::checked);

  private final Engine engine;
  private final Limits limits;

  SnapshotRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var shown = Schemas.reference("Snapshot");
    var made = new LinkedHashMap<String, JsonObject>();
    made.put("tag", Schemas.TEXT);
    made.putAll(ObjectShapes.beside());
    return List.of(
        Route.of("POST", PATH, "Names the end of the log.", new Handling.Keyed(this::create))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.object(made).with("additionalProperties", Json.of(false)))
            .answering(201, "The snapshot.", shown),
        Route.of("GET", PATH, "Snapshots, oldest first.", new Handling.Keyed(this::list))
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page("snapshots", shown)),
        Route.of(
                "GET",
                PATH + "/{tag}",
                "One snapshot: your own, else the oldest that you see.",
                new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The snapshot.", shown));
  }

  /// Who may only write sees neither the access that was chosen nor why it would be seen.
  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("tag", Schemas.TEXT);
    members.put("position", Schemas.INTEGER);
    members.put("time", Schemas.TIME);
    members.put("access?", Schemas.reference("Access"));
    members.put("access_reason?", Schemas.TEXT);
    return Map.of("Snapshot", Schemas.object(members));
  }

  private Reply create(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var tag = fields.required("tag", TAG);
    var access = AccessRequest.read(fields, violations, limits);
    fields.refuseOthers();
    violations.throwIfAny();
    var submission = new Submission(new Command.Tag(tag, access), call.fingerprint(body));
    var receipt = engine.ingest().submit(caller, submission, retry);
    var made = new SnapshotTag(tag, receipt.position(), receipt.visibleTime()).toBody();
    var reply = Answers.json(201, seen(caller, receipt, made)).with("Location", PATH + "/" + tag);
    return Idempotency.marked(AfterWrite.placed(reply, receipt), receipt);
  }

  /// A new snapshot as its writer sees it.
  private JsonObject seen(Caller caller, Receipt receipt, JsonObject made) {
    var ref = receipt.objects().getFirst().object();
    try {
      return json(engine.inspect().object(caller, ref, AfterWrite.at(receipt, null)).value());
    } catch (NotFound | Forbidden e) {
      return made;
    }
  }

  private Reply list(Caller caller, Call call) {
    var request = call.query().page(limits);
    var time = call.query().readTime();
    call.query().check();
    var page = engine.inspect().objects(caller, ObjectType.SNAPSHOT, Map.of(), time, request);
    return ObjectReads.page(
        "snapshots", page.items().stream().<Json>map(SnapshotRoutes::json).toList(), page);
  }

  private Reply get(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var answer = engine.tags().find(caller, call.segment("tag"), time);
    return Answers.ok(json(answer.value()))
        .with(EventRoutes.LOG_POSITION, answer.at().asKnownAt().toString());
  }

  private static JsonObject json(ObjectView view) {
    return view.stored()
        .version()
        .body()
        .with("access", EnvelopeJson.write(view.stored().object().envelope()))
        .with("access_reason", ObjectShapes.reason(view.reason()));
  }
}
