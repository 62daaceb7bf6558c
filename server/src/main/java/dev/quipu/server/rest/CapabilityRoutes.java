package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.payload.BuiltIns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// `/v1/capabilities`: what payloads can be submitted by.
final class CapabilityRoutes {

  private static final String PATH = "/v1/capabilities";

  private final Engine engine;
  private final Limits limits;

  CapabilityRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var capability = Schemas.reference("Capability");
    return List.of(
        Route.of(
                "POST",
                PATH,
                "Registers a capability; a version never changes.",
                new Handling.Keyed(this::register))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.ANY_OBJECT)
            .answering(201, "It is registered.", capability)
            .answering(200, "It was so already.", capability),
        Route.of(
                "GET",
                PATH,
                "Capabilities: on the first page those that come along, then the tenant's own.",
                new Handling.Keyed(this::list))
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page("capabilities", capability)),
        Route.of("GET", PATH + "/{capability_id}", "One capability.", new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The capability.", capability));
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    for (var name : List.of("id", "intent", "version", "primary_entity_type", "schema_version")) {
      members.put(name, Schemas.TEXT);
    }
    members.put("canonicalization_rules", Schemas.ANY_OBJECT);
    members.put("entity_extraction_rules", Schemas.list(Schemas.ANY_OBJECT));
    members.put("examples", Schemas.list(Schemas.ANY_OBJECT));
    return Map.of("Capability", Schemas.object(members));
  }

  private Reply register(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var capability = Capability.SHAPE.read(body, Pointer.ROOT, violations);
    violations.throwIfAny();
    var submission =
        new Submission(new Command.RegisterCapability(capability), call.fingerprint(body));
    var receipt = engine.ingest().submit(caller, submission, retry);
    int status = receipt.status() == Receipt.Status.DUPLICATE ? 200 : 201;
    var reply =
        Answers.json(status, shown(capability.toJson(), List.of()))
            .with("Location", PATH + "/" + capability.id());
    return Idempotency.marked(AfterWrite.placed(reply, receipt), receipt);
  }

  private Reply list(Caller caller, Call call) {
    var time = call.query().readTime();
    var request = call.query().page(limits);
    call.query().check();
    var page = engine.inspect().objects(caller, ObjectType.CAPABILITY, Map.of(), time, request);
    var first =
        request.cursor() == null ? BuiltIns.capabilities().stream() : Stream.<Capability>of();
    var shown =
        Stream.<Json>concat(
                first.map(CapabilityRoutes::shown),
                page.items().stream().map(view -> shown(view.stored().version().body(), List.of())))
            .toList();
    return ObjectReads.page("capabilities", shown, page);
  }

  private Reply get(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var capability =
        new KnownCapabilities(engine.inspect(), limits)
            .find(caller, call.segment("capability_id"), time);
    if (capability == null) {
      throw new NotFound("capability.not_found", "there is no capability with this id");
    }
    return Answers.ok(shown(capability));
  }

  private static JsonObject shown(Capability capability) {
    return shown(capability.toJson(), BuiltIns.examples(capability.id()));
  }

  /// In the order of the seed; what is kept is sorted by name.
  private static JsonObject shown(JsonObject capability, List<PayloadEnvelope> examples) {
    var members = new LinkedHashMap<String, Json>();
    for (var name : List.of("id", "intent", "version", "primary_entity_type", "schema_version")) {
      members.put(name, Json.ofNullable(capability.text(name)));
    }
    capability.members().forEach(members::putIfAbsent);
    members.put(
        "examples", new JsonArray(examples.stream().<Json>map(PayloadEnvelope::toJson).toList()));
    return new JsonObject(members);
  }
}
