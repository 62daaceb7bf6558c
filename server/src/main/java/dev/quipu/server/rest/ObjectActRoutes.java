package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.server.http.Reply;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What can be done to an object of `/v1/objects/{type}` beside changing it: put it right, end it,
/// take it back to an older version, move it on in its life.
final class ObjectActRoutes {

  private static final int MAX_REASON = 10_000;
  private static final Shape<Lifecycle> LIFECYCLE = word(Lifecycle.values(), Lifecycle::wireName);
  private static final List<String> STEPS =
      List.of(Lifecycle.ACTIVE, Lifecycle.STALE, Lifecycle.ARCHIVED, Lifecycle.RETRACTED).stream()
          .map(Lifecycle::wireName)
          .toList();

  private final Engine engine;
  private final ObjectType type;
  private final String path;
  private final AfterWrite after;

  ObjectActRoutes(Engine engine, ObjectSchema schema) {
    this.engine = engine;
    this.type = schema.type();
    this.path = ObjectRoutes.PATH + type.wireName() + "/{object_id}/";
    this.after = new AfterWrite(engine);
  }

  List<Route> routes() {
    var written = ObjectShapes.written(type);
    return List.of(
        route("correct", "Puts right what is in force at a time", this::correct)
            .taking(Parameter.query("at", "What was in force then; now unless said.", Schemas.TIME))
            .body(Call.MERGE_PATCH, Schemas.ANY_OBJECT)
            .body(Answers.JSON, Schemas.ANY_OBJECT)
            .answering(200, "The object at that time, corrected.", written),
        route("invalidate", "Ends an object: it is true until then and no longer", this::invalidate)
            .body(Answers.JSON, Schemas.object(Map.of("when?", Schemas.TIME)))
            .answering(200, "The version that has ended.", written),
        route("rollback", "Makes a new version out of an old one", this::rollback)
            .body(
                Answers.JSON,
                Schemas.object(Map.of("version", Schemas.integer(1, Integer.MAX_VALUE))))
            .answering(
                200,
                "The object, and how to take it back.",
                Schemas.anyOf(ObjectShapes.rolledBack(type), Schemas.reference("Written"))),
        route("lifecycle", "Moves an object on in its life", this::move)
            .body(Answers.JSON, Schemas.object(step()))
            .answering(200, "The object.", written));
  }

  private Route route(String act, String summary, Handling.ForCaller work) {
    return Route.of(
            "POST", path + act, summary + ": " + type.wireName() + ".", new Handling.Keyed(work))
        .taking(Parameters.IDEMPOTENCY_KEY, Parameters.IF_MATCH);
  }

  private static Map<String, JsonObject> step() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("to", Schemas.word(STEPS));
    members.put("reason?", Schemas.TEXT);
    return members;
  }

  private Reply correct(Caller caller, Call call) {
    var at = call.query().time("at");
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var ifTags = EntityTags.ifTags(call, violations);
    var patch = call.object(violations);
    if (!violations.isEmpty()) {
      engine.ingest().foresee(type, patch, null).forEach(violations::foresee);
    }
    violations.throwIfAny();
    var ref = ObjectRoutes.ref(call, type);
    var request = JsonObject.of("at", at == null ? Json.NULL : Json.of(at), "patch", patch);
    var command = new Command.Correct(ref, patch, ifTags, at);
    var receipt = submit(caller, call, command, request, retry);
    return after.shown(caller, ref, receipt, at);
  }

  private Reply invalidate(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var ifTags = EntityTags.ifTags(call, violations);
    var body = call.objectOrEmpty();
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var when = fields.optional("when", instant());
    fields.refuseOthers();
    violations.throwIfAny();
    var ref = ObjectRoutes.ref(call, type);
    var command = new Command.Invalidate(ref, ifTags, when);
    var receipt = submit(caller, call, command, body, retry);
    return Idempotency.marked(ended(caller, ref, receipt, when), receipt);
  }

  /// What was in force, as it stands after it was ended: nothing is in force any more.
  private Reply ended(Caller caller, ObjectRef ref, Receipt receipt, @Nullable Instant when) {
    try {
      var before = before(caller, ref, receipt, when == null ? receipt.visibleTime() : when);
      if (before == null) {
        return AfterWrite.untold(200, ref, receipt);
      }
      int version = before.stored().version().version();
      var answer = engine.versions().version(caller, ref, version, AfterWrite.at(receipt, null));
      return AfterWrite.placed(ObjectShapes.reply(200, answer), receipt);
    } catch (NotFound | Forbidden e) {
      return AfterWrite.untold(200, ref, receipt);
    }
  }

  private Reply rollback(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var ifTags = EntityTags.ifTags(call, violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var version = fields.required("version", integer(1, Integer.MAX_VALUE));
    fields.refuseOthers();
    violations.throwIfAny();
    var ref = ObjectRoutes.ref(call, type);
    var command = new Command.Rollback(ref, version.intValue(), ifTags);
    var receipt = submit(caller, call, command, body, retry);
    return rolledBack(caller, ref, receipt);
  }

  private Reply rolledBack(Caller caller, ObjectRef ref, Receipt receipt) {
    boolean nothingDone = receipt.status() == Receipt.Status.DUPLICATE;
    var time = nothingDone ? ReadTime.NOW : AfterWrite.at(receipt, null);
    try {
      var answer = engine.inspect().object(caller, ref, time);
      var undo =
          nothingDone ? null : undo(ref, before(caller, ref, receipt, receipt.visibleTime()));
      var reply =
          Answers.json(200, ObjectShapes.json(answer).with("undo", Json.ofNullable(undo)))
              .with("ETag", EntityTags.of(answer));
      return Idempotency.marked(AfterWrite.placed(reply, receipt), receipt);
    } catch (NotFound | Forbidden e) {
      return Idempotency.marked(AfterWrite.untold(200, ref, receipt), receipt);
    }
  }

  /// The request that takes an object back to where it was; if it had ended, to its end.
  private String undo(ObjectRef ref, @Nullable ObjectView before) {
    var one = "POST " + path.replace("{object_id}", ref.id());
    return before == null
        ? one + "invalidate"
        : one + "rollback {\"version\":" + before.stored().version().version() + "}";
  }

  private Reply move(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var ifTags = EntityTags.ifTags(call, violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var to = fields.required("to", LIFECYCLE);
    var reason = fields.optional("reason", text(1, MAX_REASON));
    fields.refuseOthers();
    refuseElsewhere(to, fields.at("to"), violations);
    violations.throwIfAny();
    var ref = ObjectRoutes.ref(call, type);
    var command = new Command.Move(ref, to, reason, ifTags);
    var receipt = submit(caller, call, command, body, retry);
    return after.shown(caller, ref, receipt, null);
  }

  /// Two steps have doors of their own.
  private static void refuseElsewhere(Lifecycle to, Pointer at, Violations violations) {
    if (to == Lifecycle.QUARANTINED) {
      violations.add(at, "lifecycle.elsewhere", "Quarantine it by a policy_record.");
    }
    if (to == Lifecycle.DELETED) {
      violations.add(at, "lifecycle.elsewhere", "Send DELETE to the object.");
    }
  }

  /// What was in force at an instant before a write was known; null if nothing was.
  private @Nullable ObjectView before(Caller caller, ObjectRef ref, Receipt receipt, Instant asOf) {
    var known = new ReadTime.KnownAt.Position(new LogPosition(receipt.position().value() - 1));
    try {
      var view = engine.inspect().object(caller, ref, new ReadTime(asOf, known)).value();
      return view.stored().span().validTo().isAfter(asOf) ? view : null;
    } catch (NotFound e) {
      return null;
    }
  }

  private Receipt submit(
      Caller caller, Call call, Command command, Json request, @Nullable Retry retry) {
    return engine
        .ingest()
        .submit(caller, new Submission(command, call.fingerprint(request)), retry);
  }
}
