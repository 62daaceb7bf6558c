package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.content.EntityChanges.Asked;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Entities;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Link;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.AccessRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `/v1/relationships`: how entities are related.
final class RelationshipRoutes {

  private static final String PATH = "/v1/relationships";
  private static final Shape<EdgeType> TYPE = Shape.word(Link.types(), EdgeType::wireName);

  private final Engine engine;
  private final Limits limits;

  RelationshipRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var relationship = Schemas.reference("Relationship");
    var said = new LinkedHashMap<String, JsonObject>();
    said.put("type", Schemas.TEXT);
    said.put("source_entity_id", Schemas.ID);
    said.put("target_entity_id", Schemas.ID);
    said.putAll(ObjectShapes.beside());
    return List.of(
        Route.of(
                "POST",
                PATH,
                "Says how two entities are related.",
                new Handling.Keyed(this::relate))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.closed(said))
            .answering(201, "They are related so.", Schemas.reference("Related"))
            .answering(200, "They were, as far as the caller sees.", Schemas.reference("Related")),
        Route.of("GET", PATH, "What an entity is related to.", new Handling.Keyed(this::list))
            .taking(
                Parameter.query("entity_id", "The entity.", Schemas.ID),
                Parameter.query("type", "Only of this type.", Schemas.TEXT),
                Parameter.query(
                    "direction",
                    "As seen from the entity; both unless said.",
                    Schemas.word(EdgeReads.DIRECTIONS)))
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page("relationships", relationship)),
        Route.of(
                "DELETE",
                PATH + "/{relationship_id}",
                "Deletes a relationship.",
                new Handling.Keyed(this::delete))
            .answering(200, "It is deleted.", Schemas.reference("Deleted")));
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("relationship_id", Schemas.EDGE_ID);
    members.put("type", Schemas.TEXT);
    members.put("source_entity_id", Schemas.TEXT);
    members.put("target_entity_id", Schemas.TEXT);
    members.put("created_at", Schemas.TIME);
    members.put("provenance_ref", Schemas.nullable(Schemas.TEXT));
    var related = new LinkedHashMap<String, JsonObject>();
    related.put("relationship_id", Schemas.ID);
    related.put("type", Schemas.TEXT);
    related.put("source_entity_id", Schemas.ID);
    related.put("target_entity_id", Schemas.ID);
    related.put("created", Schemas.BOOLEAN);
    related.put("event_id", Schemas.ID);
    related.put("position", Schemas.INTEGER);
    return Map.of("Relationship", Schemas.object(members), "Related", Schemas.object(related));
  }

  private Reply relate(Caller caller, Call call) {
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var type = fields.required("type", TYPE);
    var source = fields.required("source_entity_id", EntityActRoutes.ENTITY);
    var target = fields.required("target_entity_id", EntityActRoutes.ENTITY);
    var access = AccessRequest.read(fields, violations, limits);
    fields.refuseOthers();
    violations.throwIfAny();
    var asked = new Asked(access, call.fingerprint(body), retry);
    var related = engine.entityChanges().relate(caller, source, type, target, asked);
    var receipt = related.written().receipt();
    var answer = new LinkedHashMap<String, Json>();
    answer.put("relationship_id", Json.of(related.edge().id()));
    answer.put("type", Json.of(type.wireName()));
    answer.put("source_entity_id", Json.of(source.value()));
    answer.put("target_entity_id", Json.of(target.value()));
    answer.put("created", Json.of(related.created()));
    answer.put("event_id", Json.of(receipt.eventId().value()));
    answer.put("position", Json.of(receipt.position().value()));
    var reply = Answers.json(related.created() ? 201 : 200, new JsonObject(answer));
    return Idempotency.marked(AfterWrite.placed(reply, receipt), receipt);
  }

  private Reply list(Caller caller, Call call) {
    var query = call.query();
    var entity = query.required("entity_id", query.read("entity_id", EntityActRoutes.ENTITY));
    var type = query.read("type", TYPE);
    var directions = query.read("direction", EdgeReads.DIRECTION);
    var time = query.readTime();
    var request = query.page(limits);
    query.check();
    var types = type == null ? types() : Set.of(type.wireName());
    var filter = new EdgeFilter(directions == null ? EdgeReads.BOTH : directions, types);
    var ref = Objects.requireNonNull(entity).memory();
    try {
      var page = engine.graph().edges(caller, ref, filter, time, request);
      return ObjectReads.page(
          "relationships",
          page.items().stream().map(Relation::edge).<Json>map(RelationshipRoutes::json).toList(),
          page);
    } catch (NotFound e) {
      throw Entities.absent();
    }
  }

  static Set<String> types() {
    return Set.copyOf(Stream.of(Link.types()).map(EdgeType::wireName).toList());
  }

  static JsonObject json(JsonObject edge) {
    var members = new LinkedHashMap<String, Json>();
    members.put("relationship_id", Json.ofNullable(edge.text("edge_id")));
    members.put("type", Json.ofNullable(edge.text("edge_type")));
    members.put("source_entity_id", end(edge, "src"));
    members.put("target_entity_id", end(edge, "dst"));
    members.put("created_at", Json.ofNullable(edge.text("created_ts")));
    members.put("provenance_ref", Json.ofNullable(edge.text("provenance_ref")));
    return new JsonObject(members);
  }

  /// An entity by its own id; anything else that is related to one by that of its object.
  private static Json end(JsonObject edge, String which) {
    var id = String.valueOf(edge.text(which + "_object_id"));
    @Nullable EntityId entity =
        Identifier.isWellFormed(id) ? Aspect.entityOf(new ObjectRef(ObjectType.MEMORY, id)) : null;
    return Json.of(entity == null ? id : entity.value());
  }

  private Reply delete(Caller caller, Call call) {
    call.query().check();
    var id = call.segment("relationship_id");
    if (!Identifier.isWellFormed(id)) {
      throw ObjectType.EDGE.absent();
    }
    var ref = new ObjectRef(ObjectType.EDGE, id);
    var submission =
        new Submission(new Command.Delete(ref, null), call.fingerprint(JsonObject.EMPTY));
    var receipt = engine.ingest().submit(caller, submission, null);
    var answer =
        JsonObject.of(
            "object_type", Json.of("edge"),
            "object_id", Json.of(id),
            "position", Json.of(receipt.position().value()),
            "deleted", Json.of(true),
            "undo", Json.of("POST /v1/objects/edge/" + id + "/undo"));
    return AfterWrite.placed(Answers.ok(answer), receipt);
  }
}
