package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.engine.Engine;
import dev.quipu.engine.content.EntityChanges.Asked;
import dev.quipu.engine.content.SplitOff;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityType;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;

/// `/v1/entities/{entity_id}/split`: some observations speak of another entity.
final class EntitySplitRoutes {

  private static final int MAX_NAME = 500;
  private static final int MAX_REASON = 1_000;

  private final Engine engine;

  EntitySplitRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("observations?", Schemas.list(Schemas.ID));
    members.put("payloads?", Schemas.list(Schemas.ID));
    members.put("name?", Schemas.TEXT);
    members.put("entity_type?", Schemas.TEXT);
    members.put("into?", Schemas.ID);
    members.put("reason?", Schemas.TEXT);
    return List.of(
        Route.of(
                "POST",
                "/v1/entities/{entity_id}/split",
                "Says that some of its observations speak of another.",
                new Handling.Keyed(this::split))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.closed(members))
            .answering(
                200,
                "The other one, with these.",
                Schemas.oneOf(Schemas.reference("Entity"), Schemas.reference("EntityAct"))));
  }

  private Reply split(Caller caller, Call call) {
    var entity = EntityRoutes.entityId(call);
    var violations = call.query().faults();
    var retry = call.retry(violations);
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var observations = fields.optional("observations", ids(), List.of());
    var payloads = fields.optional("payloads", ids(), List.of());
    var name = fields.optional("name", filled(MAX_NAME));
    var type = fields.optional("entity_type", EntityType.SHAPE);
    var into = fields.optional("into", EntityActRoutes.ENTITY);
    var reason = fields.optional("reason", text(0, MAX_REASON), "");
    fields.refuseOthers();
    int named = observations.size() + payloads.size();
    if (named == 0 || named > Limits.PAYLOADS.maxSplit()) {
      violations.add(
          Pointer.ROOT.child("observations"),
          "list.length",
          "Name 1 to " + Limits.PAYLOADS.maxSplit() + " observations, or payloads.");
    }
    if (body.has("name") == body.has("into")) {
      violations.add(
          Pointer.ROOT.child("name"), "split.target", "Send either a name or into, not both.");
    }
    violations.throwIfAny();
    var wanted = new SplitOff.Wanted(observations, payloads, into, name, type, reason);
    var asked = new Asked(AccessDraft.NOTHING_SAID, call.fingerprint(body), retry);
    var written = engine.entityChanges().split(caller, entity, wanted, asked);
    var shown =
        EntityAct.read(written.entry().event()) instanceof EntityAct.Split split
            ? split.into().entity()
            : entity;
    return EntityActRoutes.shown(engine, caller, shown, written);
  }

  private static Shape<List<String>> ids() {
    return listOf(filled(MAX_NAME), Limits.PAYLOADS.maxSplit());
  }
}
