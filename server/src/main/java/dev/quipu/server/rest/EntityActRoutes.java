package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.engine.Engine;
import dev.quipu.engine.content.EntityChanges;
import dev.quipu.engine.content.EntityChanges.Asked;
import dev.quipu.engine.ingest.Written;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityId;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.AccessRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// What is done to `/v1/entities`: put right, deleted, found to be one another.
final class EntityActRoutes {

  private static final String ONE = "/v1/entities/{entity_id}";
  private static final int MAX_REASON = 1_000;
  static final Shape<EntityId> ENTITY = id(EntityId::new);

  private final Engine engine;
  private final EntityChanges changes;
  private final Limits limits;

  EntityActRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.changes = engine.entityChanges();
    this.limits = limits;
  }

  List<Route> routes() {
    var entity = Schemas.oneOf(Schemas.reference("Entity"), Schemas.reference("EntityAct"));
    var corrected = new LinkedHashMap<String, JsonObject>();
    corrected.put("fields", Schemas.ANY_OBJECT);
    corrected.putAll(ObjectShapes.beside());
    var merged = new LinkedHashMap<String, JsonObject>();
    merged.put("into", Schemas.ID);
    merged.put("reason?", Schemas.TEXT);
    merged.putAll(ObjectShapes.beside());
    var unmerged = new LinkedHashMap<String, JsonObject>();
    unmerged.put("from", Schemas.ID);
    unmerged.putAll(ObjectShapes.beside());
    return List.of(
        Route.of(
                "POST",
                ONE + "/corrections",
                "Puts fields right, whatever is observed; null clears one.",
                new Handling.Keyed(this::correct))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.closed(corrected))
            .answering(201, "The corrections.", Schemas.reference("EntityAct")),
        Route.of(
                "DELETE",
                ONE + "/corrections/{correction_id}",
                "Takes a correction back.",
                new Handling.Keyed(this::withdraw))
            .answering(200, "The entity without it.", entity),
        Route.of(
                "DELETE",
                ONE,
                "Deletes what you may write of it.",
                new Handling.Keyed(this::delete))
            .answering(200, "It is deleted.", Schemas.reference("EntityAct")),
        Route.of(
                "POST",
                ONE + "/restore",
                "Takes the latest deletion back.",
                new Handling.Keyed(this::restore))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .answering(200, "The entity as it was.", entity),
        Route.of(
                "POST",
                ONE + "/merge",
                "Says that it is another one.",
                new Handling.Keyed(this::merge))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.closed(merged))
            .answering(200, "The other one, with what is known of both.", entity),
        Route.of(
                "POST",
                ONE + "/unmerge",
                "Takes back that another one is it: from stands alone again.",
                new Handling.Keyed(this::unmerge))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.closed(unmerged))
            .answering(200, "The entity without it.", entity));
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("entity_id", Schemas.ID);
    members.put("event_id", Schemas.ID);
    members.put("position", Schemas.INTEGER);
    members.put("corrections?", Schemas.list(Schemas.ANY_OBJECT));
    members.put("deleted?", Schemas.BOOLEAN);
    members.put("still_visible?", Schemas.BOOLEAN);
    members.put("undo?", Schemas.TEXT);
    return Map.of("EntityAct", Schemas.object(members));
  }

  private Reply correct(Caller caller, Call call) {
    var entity = EntityRoutes.entityId(call);
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var values = fields.required("fields", object());
    var access = AccessRequest.read(fields, violations, limits);
    fields.refuseOthers();
    violations.throwIfAny();
    if (values.isEmpty() || values.names().size() > Limits.PAYLOADS.maxFields()) {
      throw new Invalid(
          "/fields",
          "fields.count",
          "Send 1 to " + Limits.PAYLOADS.maxFields() + " fields with their values.");
    }
    var asked = new Asked(access, call.fingerprint(body), retry);
    var written = changes.correct(caller, entity, values, asked);
    var corrections =
        EntityAct.read(written.entry().event()) instanceof EntityAct.Correct(_, var said, _)
            ? corrections(written, said)
            : JsonArray.EMPTY;
    var reply = Answers.json(201, act(entity, written).with("corrections", corrections));
    return marked(reply, written);
  }

  private static JsonArray corrections(Written written, JsonObject said) {
    var names = List.copyOf(new TreeSet<>(said.names()));
    var all = new ArrayList<Json>();
    for (int i = 0; i < names.size(); i++) {
      var id = EntityAct.correctionId(written.entry().eventId(), i);
      all.add(
          JsonObject.of(
              "correction_id", Json.of(id),
              "field", Json.of(names.get(i)),
              "value", Json.ofNullable(said.get(names.get(i)))));
    }
    return new JsonArray(all);
  }

  private Reply withdraw(Caller caller, Call call) {
    var entity = EntityRoutes.entityId(call);
    call.query().check();
    var id = call.segment("correction_id");
    var written = changes.withdraw(caller, entity, id, unnamed(call));
    return shown(caller, entity, written);
  }

  private Reply delete(Caller caller, Call call) {
    var entity = EntityRoutes.entityId(call);
    call.query().check();
    var written = changes.delete(caller, entity, unnamed(call));
    var deleted = EntityAct.read(written.entry().event()).subject().entity();
    var body =
        act(entity, written)
            .with("deleted", Json.of(true))
            .with("still_visible", Json.of(isVisible(caller, entity)))
            .with("undo", Json.of("POST /v1/entities/" + deleted + "/restore"));
    return marked(Answers.ok(body), written);
  }

  private boolean isVisible(Caller caller, EntityId entity) {
    try {
      return engine.entities().find(caller, entity, ReadTime.NOW) != null;
    } catch (Forbidden e) {
      return false;
    }
  }

  private Reply restore(Caller caller, Call call) {
    var entity = EntityRoutes.entityId(call);
    var retry = call.retry(call.query().faults());
    call.query().check();
    var asked = new Asked(AccessDraft.NOTHING_SAID, call.fingerprint(JsonObject.EMPTY), retry);
    return shown(caller, entity, changes.restore(caller, entity, asked));
  }

  private Reply merge(Caller caller, Call call) {
    var entity = EntityRoutes.entityId(call);
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var into = fields.required("into", ENTITY);
    var reason = fields.optional("reason", text(0, MAX_REASON), "");
    var access = AccessRequest.read(fields, violations, limits);
    fields.refuseOthers();
    violations.throwIfAny();
    var asked = new Asked(access, call.fingerprint(body), retry);
    return shown(caller, into, changes.merge(caller, entity, into, reason, asked));
  }

  private Reply unmerge(Caller caller, Call call) {
    var entity = EntityRoutes.entityId(call);
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var from = fields.required("from", ENTITY);
    var access = AccessRequest.read(fields, violations, limits);
    fields.refuseOthers();
    violations.throwIfAny();
    var asked = new Asked(access, call.fingerprint(body), retry);
    return shown(caller, entity, changes.unmerge(caller, entity, from, asked));
  }

  private static Asked unnamed(Call call) {
    return new Asked(AccessDraft.NOTHING_SAID, call.fingerprint(JsonObject.EMPTY), null);
  }

  /// The entity as it is then; for a writer that may not look at it, that it was done.
  private Reply shown(Caller caller, EntityId entity, Written written) {
    return shown(engine, caller, entity, written);
  }

  static Reply shown(Engine engine, Caller caller, EntityId entity, Written written) {
    try {
      var time = AfterWrite.at(written.receipt(), null);
      var found = engine.entities().find(caller, entity, time);
      var body = found == null ? act(entity, written) : EntityAnswer.of(found);
      return marked(Answers.ok(body), written);
    } catch (Forbidden e) {
      return marked(Answers.ok(act(entity, written)), written);
    }
  }

  private static JsonObject act(EntityId entity, Written written) {
    return JsonObject.of(
        "entity_id", Json.of(entity.value()),
        "event_id", Json.of(written.entry().eventId().value()),
        "position", Json.of(written.receipt().position().value()));
  }

  private static Reply marked(Reply reply, Written written) {
    return Idempotency.marked(AfterWrite.placed(reply, written.receipt()), written.receipt());
  }
}
