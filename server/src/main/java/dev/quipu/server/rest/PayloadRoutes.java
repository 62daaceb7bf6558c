package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.ingest.Written;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.PayloadView;
import dev.quipu.engine.inspect.Payloads;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.SourceKind;
import dev.quipu.model.payload.Weight;
import dev.quipu.server.http.Reply;
import dev.quipu.server.rest.PayloadAnswer.Asked;
import dev.quipu.wire.AccessRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `/v1/payloads`: payloads in, and what was submitted out.
final class PayloadRoutes {

  private static final String PATH = "/v1/payloads";
  private static final String MANY = "payloads";
  private static final String UNKNOWN_CAPABILITY = "capability.unknown";
  private static final Shape<Boolean> NEWEST_FIRST = word(Map.of("asc", false, "desc", true));
  private static final int MAX_ID = 200;

  private final Engine engine;
  private final Limits limits;
  private final KnownCapabilities capabilities;

  PayloadRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
    this.capabilities = new KnownCapabilities(engine.inspect(), limits);
  }

  List<Route> routes() {
    var shown = Schemas.reference("Payload");
    var submitted = Schemas.reference("SubmittedPayload");
    var envelope = Schemas.reference("PayloadEnvelope");
    return List.of(
        Route.of(
                "POST",
                PATH,
                "Submits a payload, or many, each for itself.",
                new Handling.Keyed(this::submit))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .taking(
                Parameter.query(
                    "dry_run", "Compiles, and writes nothing; one payload.", Schemas.BOOLEAN))
            .body(
                Answers.JSON,
                Schemas.oneOf(
                    envelope, Schemas.closed(Map.of(MANY, Schemas.list(Schemas.ANY_OBJECT)))))
            .answering(201, "The payload is new.", submitted)
            .answering(
                200,
                "It was there already; or the fates of many; or what would become of it.",
                Schemas.oneOf(
                    submitted, Schemas.object(Map.of(MANY, Schemas.list(Schemas.ANY_OBJECT))))),
        Route.of("GET", PATH, "What was submitted, in order.", new Handling.Keyed(this::list))
            .taking(
                Parameter.query("capability_id", "Of this capability.", Schemas.TEXT),
                Parameter.query(
                    "entity_id",
                    "With an observation that speaks of this entity by now.",
                    Schemas.ID),
                Parameter.query("artifact_id", "Read out of this file.", Schemas.ID),
                Parameter.query("from", "extracted_at not before.", Schemas.TIME),
                Parameter.query("to", "extracted_at before.", Schemas.TIME),
                Parameter.query(
                    "order", "Of the log; asc unless said.", Schemas.word(List.of("asc", "desc"))))
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page(MANY, shown)),
        Route.of(
                "GET",
                PATH + "/{payload_id}",
                "A payload, by any of its three ids.",
                new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The payload.", shown),
        Route.of(
                "GET",
                PATH + "/{payload_id}/chain",
                "What it was made from and what was made from it.",
                new Handling.Keyed(this::chain))
            .taking(Parameters.READ_TIME)
            .answering(200, "The chain.", Schemas.reference("PayloadChain")),
        Route.of(
                "GET",
                "/v1/observations/{observation_id}",
                "What one payload says of one entity.",
                new Handling.Keyed(this::observation))
            .taking(Parameters.READ_TIME)
            .answering(200, "The observation.", Schemas.reference("Observation")));
  }

  static Map<String, JsonObject> schemas() {
    var schemas = new LinkedHashMap<String, JsonObject>(PayloadAnswer.schemas());
    var provenance = new LinkedHashMap<String, JsonObject>();
    provenance.put("source_refs", Schemas.list(Schemas.TEXT));
    provenance.put("extracted_at", Schemas.TIME);
    provenance.put("extractor_version", Schemas.TEXT);
    provenance.put("agent_id?", Schemas.TEXT);
    provenance.put("priority?", Schemas.integer(0, Weight.MAX_PRIORITY));
    provenance.put(
        "source?", Schemas.word(Stream.of(SourceKind.values()).map(SourceKind::wireName).toList()));
    var envelope = new LinkedHashMap<String, JsonObject>();
    envelope.put("capability_id", Schemas.TEXT);
    envelope.put("body", Schemas.ANY_OBJECT);
    envelope.put("provenance", Schemas.closed(provenance));
    envelope.put("client_request_id?", Schemas.TEXT);
    envelope.put("workspace_id?", Schemas.ID);
    envelope.putAll(ObjectShapes.beside());
    envelope.put("importance?", Schemas.NUMBER);
    schemas.put("PayloadEnvelope", Schemas.closed(envelope));
    var ids = Schemas.list(Schemas.TEXT);
    var chain = new LinkedHashMap<String, JsonObject>();
    chain.put("payload", Schemas.reference("Payload"));
    chain.put("parts", Schemas.list(Schemas.reference("Payload")));
    chain.put("sources", Schemas.list(Schemas.reference("Payload")));
    chain.put("dangling", ids);
    chain.put("derived", Schemas.list(Schemas.reference("Payload")));
    chain.put("observations", Schemas.list(Schemas.reference("Observation")));
    chain.put("entities", Schemas.list(Schemas.reference("Entity")));
    schemas.put("PayloadChain", Schemas.object(chain));
    return schemas;
  }

  // ── in ──

  private Reply submit(Caller caller, Call call) {
    boolean trial = call.query().flag("dry_run");
    var violations = call.query().faults();
    try {
      var retry = call.retry(violations);
      var body = call.object(violations);
      if (body.has(MANY)) {
        return many(caller, call, body, trial, violations);
      }
      var command = read(caller, body, Pointer.ROOT, violations);
      violations.throwIfAny();
      if (trial) {
        var tried = engine.ingest().tryOut(caller, command);
        return Answers.ok(
            PayloadAnswer.submitted(
                engine.payloads(), new Asked(caller, command.access(), true), tried));
      }
      var submission = new Submission(command, call.fingerprint(body));
      var written = engine.ingest().write(caller, submission, retry, 0);
      var answer =
          PayloadAnswer.submitted(
              engine.payloads(), new Asked(caller, command.access(), false), written);
      var reply =
          Answers.json(JsonBoolean.TRUE.equals(answer.get("created")) ? 201 : 200, answer)
              .with("Location", PATH + "/" + answer.text("payload_id"));
      return Idempotency.marked(AfterWrite.placed(reply, written.receipt()), written.receipt());
    } catch (Invalid e) {
      throw refused(caller, e);
    }
  }

  private Command.SubmitPayload read(Caller caller, Json json, Pointer at, Violations violations) {
    var fields = Fields.of(json, at, violations);
    var envelope = PayloadEnvelope.read(fields);
    var workspace = fields.optional("workspace_id", id(WorkspaceId::new));
    var access = AccessRequest.read(fields, violations, limits);
    var importance = fields.optional("importance", number(0, 1), EventDraft.DEFAULT_IMPORTANCE);
    fields.refuseOthers();
    var capability = fields.at("capability_id");
    var id = json instanceof JsonObject object ? object.text("capability_id") : null;
    if (!violations.isEmpty()
        && !violations.isListed(capability)
        && id != null
        && isUnknown(caller, id)) {
      violations.add(capability, UNKNOWN_CAPABILITY, "There is no such capability.");
    }
    return fields.build(
        () -> new Command.SubmitPayload(envelope, workspace, access, null, importance));
  }

  /// So that it is told together with other faults; alone, deciding finds it.
  private boolean isUnknown(Caller caller, String capability) {
    return caller.grants().contains(Grant.READ)
        && capabilities.find(caller, capability, ReadTime.NOW) == null;
  }

  /// Each for itself; what is wrong with one is told in its place.
  private Reply many(
      Caller caller, Call call, JsonObject body, boolean trial, Violations violations) {
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var payloads = fields.required(MANY, Shape.listOf(json(), limits.maxBatch()));
    fields.refuseOthers();
    if (trial) {
      fields.refuse("dry_run", "dry_run.many", "Try payloads out one at a time.");
    }
    var retry = call.retry(violations);
    violations.throwIfAny();
    var request = call.fingerprint(body);
    var answers = new TreeMap<Integer, Json>();
    var submissions = new ArrayList<Submission>();
    var said = new ArrayList<AccessDraft>();
    var places = new ArrayList<Integer>();
    for (int i = 0; i < payloads.size(); i++) {
      var faults = new Violations();
      var command = read(caller, payloads.get(i), Pointer.ROOT, faults);
      if (faults.isEmpty()) {
        submissions.add(new Submission(command, request));
        said.add(command.access());
        places.add(i);
      } else {
        answers.put(i, rejected(caller, new Invalid(faults.found(), 0)));
      }
    }
    for (int from = 0; from < submissions.size(); from += limits.maxGroup()) {
      int to = Math.min(from + limits.maxGroup(), submissions.size());
      var underway = engine.ingest().begin(caller, submissions.subList(from, to), retry, from);
      var outcomes = underway.outcomes();
      var entries = underway.entries();
      for (int i = 0; i < outcomes.size(); i++) {
        int place = places.get(from + i);
        switch (outcomes.get(i)) {
          case Outcome.Written(var receipt) ->
              answers.put(
                  place,
                  PayloadAnswer.submitted(
                          engine.payloads(),
                          new Asked(caller, said.get(from + i), false),
                          new Written(receipt, Objects.requireNonNull(entries.get(i))))
                      .with("status", Json.of(status(receipt))));
          case Outcome.Refused(var why) -> answers.put(place, rejected(caller, why));
          case Outcome.Broken(var fault) -> throw fault;
        }
      }
    }
    return Answers.ok(JsonObject.of(MANY, new JsonArray(List.copyOf(answers.values()))));
  }

  private static String status(Receipt receipt) {
    return receipt.status() == Receipt.Status.DUPLICATE ? "duplicate" : "accepted";
  }

  private JsonObject rejected(Caller caller, MemoryException why) {
    var problem = why instanceof Invalid e ? refused(caller, e).problem() : Problems.of(why);
    return JsonObject.of("status", Json.of("rejected"), "problem", problem.toJson());
  }

  /// In the words of the seed.
  private Refusal refused(Caller caller, Invalid invalid) {
    var unknown =
        invalid.violations().stream()
            .filter(each -> each.code().equals(UNKNOWN_CAPABILITY))
            .count();
    var problem =
        Problems.of(invalid)
            .named(
                unknown == invalid.violations().size() ? "UNKNOWN_CAPABILITY" : "VALIDATION_ERROR");
    return new Refusal(
        unknown == 0
            ? problem
            : problem.hinting("Known are " + String.join(", ", capabilities.ids(caller)) + "."),
        Map.of());
  }

  // ── out ──

  private Reply list(Caller caller, Call call) {
    var query = call.query();
    var keys = new LinkedHashMap<String, String>();
    put(keys, PayloadKey.CAPABILITY, query.read("capability_id", text(1, MAX_ID)));
    put(keys, PayloadKey.FILE, query.read("artifact_id", text(1, MAX_ID)));
    var filter =
        new Payloads.Filter(
            keys,
            query.time("from"),
            query.time("to"),
            Boolean.TRUE.equals(query.read("order", NEWEST_FIRST)));
    var entity = query.read("entity_id", EntityActRoutes.ENTITY);
    var time = query.readTime();
    var request = query.page(limits);
    query.check();
    var page =
        entity == null
            ? engine.payloads().submissions(caller, filter, time, request)
            : engine.observations().submissions(caller, entity, filter, time, request);
    var shown = new Showing(caller, time);
    return ObjectReads.page(MANY, page.items().stream().<Json>map(shown::of).toList(), page);
  }

  private static void put(Map<String, String> keys, String key, @Nullable String value) {
    if (value != null) {
      keys.put(key, value);
    }
  }

  private Reply get(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var payload = payload(caller, call, time);
    var self = engine.observations().in(caller, payload, time).getFirst();
    var entity = engine.entities().find(caller, self.entity(), time);
    return Answers.ok(
        new Showing(caller, time)
            .of(payload)
            .with("embedding", entity == null ? Json.NULL : embedding(entity.value())));
  }

  /// What is embedded of a payload is what it is about.
  private static Json embedding(EntityView entity) {
    var memory = entity.stored();
    return JsonObject.of(
        "memory_id", Json.of(memory.object().ref().id()),
        "vector_id", Json.ofNullable(memory.version().body().text("content")));
  }

  /// Shows payloads, each capability and each source looked up once.
  private final class Showing {

    private final Caller caller;
    private final ReadTime time;
    private final Map<String, Optional<Capability>> looked = new HashMap<>();
    private final Map<String, Optional<PayloadView>> sources = new HashMap<>();

    Showing(Caller caller, ReadTime time) {
      this.caller = caller;
      this.time = time;
    }

    JsonObject of(PayloadView view) {
      var id = view.payload().capabilityId();
      var capability =
          looked.computeIfAbsent(id, _ -> Optional.ofNullable(capabilities.find(caller, id, time)));
      var dangling =
          view.payload().sourceRefs().stream().distinct().sorted().filter(this::dangles).toList();
      return PayloadAnswer.of(view, capability.orElse(null), dangling);
    }

    /// The source that a ref names; null if there is none for the caller.
    @Nullable PayloadView source(String ref) {
      return sources
          .computeIfAbsent(ref, _ -> Optional.ofNullable(engine.payloads().find(caller, ref, time)))
          .orElse(null);
    }

    private boolean dangles(String ref) {
      return source(ref) == null;
    }
  }

  private PayloadView payload(Caller caller, Call call, ReadTime time) {
    return engine.payloads().payload(caller, call.segment("payload_id"), time);
  }

  private Reply observation(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    return Answers.ok(
        PayloadAnswer.of(
            engine.observations().observation(caller, call.segment("observation_id"), time)));
  }

  private Reply chain(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var payloads = engine.payloads();
    var shown = new Showing(caller, time);
    var payload = payload(caller, call, time);
    var parts = payloads.parts(caller, payload, time);
    var sources = new ArrayList<Json>();
    var dangling = new ArrayList<String>();
    for (var ref : payload.payload().sourceRefs()) {
      var source = shown.source(ref);
      if (source == null) {
        dangling.add(ref);
      } else {
        sources.add(shown.of(source));
      }
    }
    var entities = new LinkedHashMap<String, Json>();
    var observations =
        parts.stream()
            .flatMap(part -> engine.observations().in(caller, part, time).stream())
            .toList();
    for (var seen : observations) {
      var entity = engine.entities().find(caller, seen.entity(), time);
      if (entity != null) { // else it was deleted in the meantime
        entities.putIfAbsent(seen.entity().value(), EntityAnswer.of(entity));
      }
    }
    var members = new LinkedHashMap<String, Json>();
    members.put("payload", shown.of(payload));
    members.put("parts", new JsonArray(parts.stream().<Json>map(shown::of).toList()));
    members.put("sources", new JsonArray(sources));
    members.put("dangling", PayloadAnswer.distinct(dangling));
    members.put(
        "derived",
        new JsonArray(
            payloads.derived(caller, payload, time).stream().<Json>map(shown::of).toList()));
    members.put(
        "observations", new JsonArray(observations.stream().<Json>map(PayloadAnswer::of).toList()));
    members.put("entities", new JsonArray(List.copyOf(entities.values())));
    return Answers.ok(new JsonObject(members));
  }
}
