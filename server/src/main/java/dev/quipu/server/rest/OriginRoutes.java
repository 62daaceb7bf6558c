package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Origins.Proof;
import dev.quipu.engine.inspect.Provenance;
import dev.quipu.engine.inspect.Subject;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.EntryHeader;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.Seal;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.http.Reply;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// `…/provenance` and `…/proof` of every object: where it comes from, and what shows that the log
/// says so.
final class OriginRoutes {

  private final Engine engine;

  OriginRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    var routes = new ArrayList<Route>();
    Stream.concat(
            ObjectSchemas.all().stream().map(ObjectSchema::type),
            Stream.of(ObjectType.EVENT, ObjectType.EMBEDDING, ObjectType.OBJECT_VERSION))
        .forEach(type -> routes.addAll(routes(type)));
    return routes;
  }

  private List<Route> routes(ObjectType type) {
    var one = ObjectRoutes.PATH + type.wireName() + "/{object_id}";
    return List.of(
        Route.of(
                "GET",
                one + "/provenance",
                "Where it comes from: " + type.wireName() + ".",
                new Handling.Keyed((caller, call) -> provenance(type, caller, call)))
            .taking(Parameters.READ_TIME)
            .answering(200, "Its source events.", Schemas.reference("Provenance")),
        Route.of(
                "GET",
                one + "/proof",
                "The log entry that made it, bound to the log: " + type.wireName() + ".",
                new Handling.Keyed((caller, call) -> proof(type, caller, call)))
            .taking(Parameters.READ_TIME)
            .answering(200, "What is needed to compute every hash.", Schemas.reference("Proof")));
  }

  static Map<String, JsonObject> schemas() {
    var provenance = provenanceMembers();
    provenance.put("position", Schemas.INTEGER);
    return Map.of("Provenance", Schemas.object(provenance), "Proof", proofSchema());
  }

  /// Where an object comes from, as a part of an answer.
  static JsonObject provenanceSchema() {
    return Schemas.object(provenanceMembers());
  }

  private static Map<String, JsonObject> provenanceMembers() {
    var source = new LinkedHashMap<String, JsonObject>();
    source.put("event_id", Schemas.ID);
    source.put("position", Schemas.nullable(Schemas.INTEGER));
    source.put("event_type", Schemas.nullable(Schemas.TEXT));
    source.put("event_time", Schemas.nullable(Schemas.TIME));
    source.put("dangling", Schemas.BOOLEAN);
    var step = new LinkedHashMap<String, JsonObject>();
    step.put("object_type", Schemas.TEXT);
    step.put("object_id", Schemas.ID);
    step.put("edge_type", Schemas.TEXT);
    var provenance = new LinkedHashMap<String, JsonObject>();
    provenance.put("object_type", Schemas.TEXT);
    provenance.put("object_id", Schemas.TEXT);
    provenance.put("version", Schemas.INTEGER);
    provenance.put("mutation_event_id", Schemas.nullable(Schemas.ID));
    provenance.put("source_events", Schemas.list(Schemas.object(source)));
    provenance.put("via", Schemas.list(Schemas.object(step)));
    provenance.put("complete", Schemas.BOOLEAN);
    return provenance;
  }

  private static JsonObject proofSchema() {
    var link = new LinkedHashMap<String, JsonObject>();
    link.put("header_hash", Schemas.TEXT);
    link.put("payload_hash", Schemas.TEXT);
    link.put("hash", Schemas.TEXT);
    var head = new LinkedHashMap<String, JsonObject>();
    head.put("position", Schemas.INTEGER);
    head.put("hash", Schemas.TEXT);
    head.put("visible_time", Schemas.TIME);
    var checkpoint = new LinkedHashMap<>(head);
    checkpoint.put("log_id", Schemas.TEXT);
    checkpoint.put("tenant_id", Schemas.ID);
    checkpoint.put("signature", Schemas.TEXT);
    var proven = new LinkedHashMap<String, JsonObject>();
    proven.put("object_type", Schemas.TEXT);
    proven.put("object_id", Schemas.ID);
    proven.put("version", Schemas.INTEGER);
    var proof = new LinkedHashMap<String, JsonObject>();
    proof.put("log_id", Schemas.TEXT);
    proof.put("tenant_id", Schemas.ID);
    proof.put("position", Schemas.INTEGER);
    proof.put("proves", Schemas.object(proven));
    proof.put("header", Schemas.nullable(Schemas.ANY_OBJECT));
    proof.put("header_salt", Schemas.nullable(Schemas.TEXT));
    proof.put("payload", Schemas.ANY_OBJECT);
    proof.put("payload_salt", Schemas.TEXT);
    proof.put("previous_hash", Schemas.TEXT);
    proof.putAll(link);
    proof.put("links", Schemas.list(Schemas.object(link)));
    proof.put("checkpoint", Schemas.nullable(Schemas.object(checkpoint)));
    proof.put("head", Schemas.object(head));
    return Schemas.object(proof);
  }

  private Reply provenance(ObjectType type, Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var answer = engine.origins().provenance(caller, subject(call, type), time);
    return Answers.ok(
        provenance(answer.value()).with("position", Json.of(answer.at().asKnownAt().value())));
  }

  static JsonObject provenance(Provenance found) {
    var mutation = found.mutation();
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(found.subject().type().wireName()));
    members.put("object_id", Json.of(found.subject().id()));
    members.put("version", Json.of(found.version()));
    members.put("mutation_event_id", mutation == null ? Json.NULL : Json.of(mutation.value()));
    members.put(
        "source_events",
        new JsonArray(found.sources().stream().<Json>map(OriginRoutes::source).toList()));
    members.put("via", new JsonArray(found.via().stream().<Json>map(OriginRoutes::step).toList()));
    members.put("complete", Json.of(found.complete()));
    return new JsonObject(members);
  }

  /// An event that is hidden looks like one that was never there.
  private static JsonObject source(Provenance.Source source) {
    var found = source.found();
    return JsonObject.of(
        "event_id", Json.of(source.id().value()),
        "position", found == null ? Json.NULL : Json.of(found.position().value()),
        "event_type", found == null ? Json.NULL : Json.of(found.type().value()),
        "event_time", found == null ? Json.NULL : Json.of(found.time()),
        "dangling", Json.of(found == null));
  }

  private static JsonObject step(Provenance.Step step) {
    return JsonObject.of(
        "object_type", Json.of(step.object().type().wireName()),
        "object_id", Json.of(step.object().id()),
        "edge_type", Json.of(step.edge().wireName()));
  }

  private Reply proof(ObjectType type, Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    return Answers.ok(json(engine.origins().proof(caller, subject(call, type), time), caller));
  }

  private static Subject subject(Call call, ObjectType type) {
    var id = call.segment("object_id");
    if (type == ObjectType.OBJECT_VERSION) {
      return ObjectVersionRoutes.named(id);
    }
    return type == ObjectType.EDGE && Subject.Computed.isNamedBy(id)
        ? new Subject.Computed(id)
        : new Subject.Whole(ObjectRoutes.ref(call, type));
  }

  private JsonObject json(Proof proof, Caller caller) {
    var entry = proof.entry();
    var content = entry.content();
    var members = new LinkedHashMap<String, Json>();
    members.put("log_id", Json.of(engine.logId()));
    members.put("tenant_id", Json.of(caller.tenant().value()));
    members.put("position", Json.of(entry.position().value()));
    members.put("proves", EntryHeader.effect(new Effect(proof.proven(), proof.version())));
    members.put(
        "header",
        proof.tellsHeader()
            ? new EntryHeader(entry.recorded(), entry.effects()).toJson()
            : Json.NULL);
    members.put("header_salt", proof.tellsHeader() ? hex(content.headerSalt()) : Json.NULL);
    members.put("payload", entry.event().payload());
    members.put("payload_salt", hex(content.payloadSalt()));
    members.put("previous_hash", Json.of(proof.previous().hex()));
    members.putAll(link(entry.seal()).members());
    members.put(
        "links", new JsonArray(proof.links().stream().<Json>map(OriginRoutes::link).toList()));
    members.put("checkpoint", checkpoint(proof));
    members.put("head", head(proof.head()));
    return new JsonObject(members);
  }

  private static Json hex(byte[] bytes) {
    return Json.of(HexFormat.of().formatHex(bytes));
  }

  private static JsonObject link(Seal seal) {
    return JsonObject.of(
        "header_hash", Json.of(seal.headerHash().hex()),
        "payload_hash", Json.of(seal.payloadHash().hex()),
        "hash", Json.of(seal.hash().hex()));
  }

  private static Json checkpoint(Proof proof) {
    return switch (proof.checkpoint()) {
      case null -> Json.NULL;
      case SignedCheckpoint(var checkpoint, var signature) ->
          checkpoint
              .toJson()
              .with("signature", Json.of(Base64.getEncoder().encodeToString(signature)));
    };
  }

  private static JsonObject head(Head head) {
    return JsonObject.of(
        "position", Json.of(head.position().value()),
        "hash", Json.of(head.hash().hex()),
        "visible_time", Json.of(head.visibleTime()));
  }
}
