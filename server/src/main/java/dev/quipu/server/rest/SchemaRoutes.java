package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.json;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.SchemaVersion;
import dev.quipu.server.http.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/v1/schemas`: what is known of types of entities.
final class SchemaRoutes {

  private static final String PATH = "/v1/schemas";
  private static final String TYPE = PATH + "/{entity_type}";

  private final Engine engine;

  SchemaRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    var schema = Schemas.reference("EntitySchema");
    var said = Schemas.closed(Map.of("schema", Schemas.ANY_OBJECT, "activate?", Schemas.BOOLEAN));
    var activated = Schemas.closed(Map.of("schema_version", Schemas.TEXT));
    return List.of(
        Route.of(
                "POST",
                PATH,
                "Registers a schema; a version never changes.",
                new Handling.Keyed(this::register))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, said)
            .answering(201, "It is registered.", schema)
            .answering(200, "It was so already.", schema),
        Route.of("GET", PATH, "The schemas in force.", new Handling.Keyed(this::list))
            .taking(Parameters.READ_TIME)
            .answering(
                200, "All of them.", Schemas.object(Map.of("schemas", Schemas.list(schema)))),
        Route.of("GET", TYPE, "The schema in force for a type.", new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The schema.", schema),
        Route.of(
                "POST",
                TYPE + "/activate",
                "Puts a version in force, for everybody and at once; an earlier one too.",
                new Handling.Keyed(this::activate))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, activated)
            .answering(200, "It is in force.", schema));
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("entity_type", Schemas.TEXT);
    members.put("schema_version", Schemas.TEXT);
    members.put("fields", Schemas.ANY_OBJECT);
    members.put("identity", Schemas.list(Schemas.list(Schemas.TEXT)));
    members.put("temporal_fields", Schemas.list(Schemas.ANY_OBJECT));
    members.put("reference_fields", Schemas.list(Schemas.ANY_OBJECT));
    members.put("change?", Schemas.ANY_OBJECT);
    members.put("versions?", Schemas.list(Schemas.TEXT));
    return Map.of("EntitySchema", Schemas.object(members));
  }

  private Reply register(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var sent = fields.required("schema", json());
    boolean activate = fields.optional("activate", bool(), false);
    fields.refuseOthers();
    var schema =
        body.has("schema")
            ? EntitySchema.SHAPE.read(sent, Pointer.ROOT.child("schema"), violations)
            : null;
    violations.throwIfAny();
    var next = Objects.requireNonNull(schema);
    var before = engine.entities().schema(caller, next.entityType());
    var commands = new ArrayList<Submission>();
    var request = call.fingerprint(body);
    commands.add(new Submission(new Command.RegisterSchema(next), request));
    if (activate) {
      commands.add(
          new Submission(new Command.ActivateSchema(next.entityType(), next.version()), request));
    }
    var receipts = submit(caller, commands, retry);
    var receipt = receipts.getLast();
    boolean isNew = receipts.getFirst().status() != Receipt.Status.DUPLICATE;
    var change = before.changeTo(next);
    var answer =
        next.toJson()
            .with(
                "change",
                JsonObject.of(
                    "from", Json.of(before.version()),
                    "additive", Json.of(change.isAdditive()),
                    "additions", JsonArray.ofTexts(change.additions()),
                    "breaks", JsonArray.ofTexts(change.breaks())));
    var reply =
        Answers.json(isNew ? 201 : 200, answer).with("Location", PATH + "/" + next.entityType());
    return Idempotency.marked(AfterWrite.placed(reply, receipt), receipt);
  }

  /// What is held against the schema stands in the body under its name, whether it is to be put in
  /// force in the same breath or not.
  private List<Receipt> submit(Caller caller, List<Submission> commands, @Nullable Retry retry) {
    try {
      return engine.ingest().submitTogether(caller, commands, retry);
    } catch (Invalid e) {
      var first = commands.size() == 1 ? Pointer.ROOT : Pointer.ROOT.child(0);
      var schema = Pointer.ROOT.child("schema");
      throw new Invalid(
          e.violations().stream()
              .map(
                  fault ->
                      new Violation(
                          schema + fault.pointer().substring(first.text().length()),
                          fault.code(),
                          fault.message()))
              .toList(),
          e.unlisted());
    }
  }

  private Reply list(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var schemas =
        engine.entities().schemas(caller, time).stream().<Json>map(EntitySchema::toJson).toList();
    return Answers.ok(JsonObject.of("schemas", new JsonArray(schemas)));
  }

  private Reply get(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var type = call.segment("entity_type");
    var schema = engine.entities().schema(caller, type, time);
    return Answers.ok(
        schema
            .toJson()
            .with(
                "versions",
                JsonArray.ofTexts(engine.entities().schemaVersions(caller, type, time))));
  }

  private Reply activate(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var version = fields.required("schema_version", SchemaVersion.SHAPE);
    fields.refuseOthers();
    violations.throwIfAny();
    var type = call.segment("entity_type");
    var command = new Command.ActivateSchema(type, version);
    var receipt =
        engine.ingest().submit(caller, new Submission(command, call.fingerprint(body)), retry);
    var time = AfterWrite.at(receipt, null);
    var reply = Answers.ok(engine.entities().schema(caller, type, time).toJson());
    return Idempotency.marked(AfterWrite.placed(reply, receipt), receipt);
  }
}
