package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.AccessRequest;
import java.util.List;

/// Writing `/v1/objects/{type}`. Reading is [ObjectReads]' matter.
final class ObjectRoutes {

  static final String PATH = "/v1/objects/";

  private final Engine engine;
  private final Limits limits;
  private final ObjectSchema schema;
  private final ObjectType type;
  private final String path;
  private final AfterWrite after;

  ObjectRoutes(Engine engine, Limits limits, ObjectSchema schema) {
    this.engine = engine;
    this.limits = limits;
    this.schema = schema;
    this.type = schema.type();
    this.path = PATH + type.wireName();
    this.after = new AfterWrite(engine);
  }

  List<Route> routes() {
    var written = ObjectShapes.written(type);
    var one = path + "/{object_id}";
    var name = type.wireName();
    return List.of(
        Route.of("POST", path, "Makes an object: " + name + ".", new Handling.Keyed(this::create))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.made(schema, ObjectShapes.beside()))
            .answering(201, "The object.", written),
        Route.of("PATCH", one, "Changes an object: " + name + ".", new Handling.Keyed(this::patch))
            .taking(Parameters.IF_MATCH)
            .taking(
                Parameter.query(
                    "effective_at", "From when on it is true; now unless said.", Schemas.TIME))
            .body(Call.MERGE_PATCH, Schemas.ANY_OBJECT)
            .body(Answers.JSON, Schemas.ANY_OBJECT)
            .answering(
                200, "The object after the change, or as it is if nothing changes.", written),
        Route.of(
                "DELETE", one, "Deletes an object: " + name + ".", new Handling.Keyed(this::delete))
            .taking(Parameters.IF_MATCH)
            .answering(200, "It is deleted, and how to undo that.", Schemas.reference("Deleted")),
        Route.of(
                "POST",
                one + "/undo",
                "Undoes a deletion: " + name + ".",
                new Handling.Keyed(this::undo))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .answering(200, "The object.", written));
  }

  private Reply create(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(AccessRequest.only(body), Pointer.ROOT, violations);
    var access = AccessRequest.read(fields, violations, limits);
    var scope = type == ObjectType.MEMORY ? MemoryScope.of(body, access, caller) : null;
    if (scope != null) {
      scope.refuseForeign(violations);
    }
    if (!violations.isEmpty()) {
      engine
          .ingest()
          .foresee(caller, type, AccessRequest.without(body))
          .forEach(violations::foresee);
    }
    violations.throwIfAny();
    var said = AccessRequest.without(body);
    var command =
        scope == null
            ? new Command.Create(type, said, access)
            : new Command.Create(type, scope.without(said), scope.access());
    var receipt =
        engine.ingest().submit(caller, new Submission(command, call.fingerprint(body)), retry);
    var ref = receipt.objects().getFirst().object();
    var reply =
        after
            .shown(201, caller, ref, receipt, AfterWrite.at(receipt, null))
            .with("Location", path + "/" + ref.id());
    return Idempotency.marked(reply, receipt);
  }

  private Reply patch(Caller caller, Call call) {
    var effectiveAt = call.query().time("effective_at");
    var violations = call.query().faults();
    var ifTags = EntityTags.ifTags(call, violations);
    var patch = call.object(violations);
    if (!violations.isEmpty()) {
      engine.ingest().foresee(type, patch, effectiveAt).forEach(violations::foresee);
    }
    violations.throwIfAny();
    var ref = ref(call, type);
    var command = new Command.Patch(ref, patch, ifTags, effectiveAt);
    var receipt = submit(caller, command);
    return after.shown(caller, ref, receipt, effectiveAt);
  }

  private Reply delete(Caller caller, Call call) {
    var ifTags = EntityTags.ifTags(call, call.query().faults());
    call.query().check();
    var ref = ref(call, type);
    var receipt = submit(caller, new Command.Delete(ref, ifTags));
    return Answers.ok(
            JsonObject.of(
                "deleted", Json.of(true),
                "object_type", Json.of(type.wireName()),
                "object_id", Json.of(ref.id()),
                "position", Json.of(receipt.position().value()),
                "undo", Json.of("POST " + path + "/" + ref.id() + "/undo")))
        .with(EventRoutes.LOG_POSITION, receipt.position().toString());
  }

  private Reply undo(Caller caller, Call call) {
    call.query().check();
    var retry = call.retry();
    var ref = ref(call, type);
    var submission = new Submission(new Command.Restore(ref), call.fingerprint(JsonObject.EMPTY));
    var receipt = engine.ingest().submit(caller, submission, retry);
    return Idempotency.marked(
        after.shown(200, caller, ref, receipt, AfterWrite.at(receipt, null)), receipt);
  }

  private Receipt submit(Caller caller, Command command) {
    return engine.ingest().submit(caller, new Submission(command, Hash.ZERO), null);
  }

  /// An id that cannot be one names nothing, like one that nobody has.
  static ObjectRef ref(Call call, ObjectType type) {
    var id = call.segment("object_id");
    if (!Identifier.isWellFormed(id)) {
      throw type.absent();
    }
    return new ObjectRef(type, id);
  }
}
