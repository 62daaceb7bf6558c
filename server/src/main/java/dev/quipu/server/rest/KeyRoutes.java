package dev.quipu.server.rest;

import dev.quipu.engine.tenancy.Tenancy;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/v1/keys`: the keys of the caller's tenant.
final class KeyRoutes {

  private static final String PATH = "/v1/keys";

  private final Tenancy tenancy;
  private final Limits limits;

  KeyRoutes(Tenancy tenancy, Limits limits) {
    this.tenancy = tenancy;
    this.limits = limits;
  }

  List<Route> routes() {
    var key = Schemas.reference("Key");
    return List.of(
        Route.of("POST", PATH, "Makes a key for a principal.", new Handling.Keyed(this::create))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(Answers.JSON, Schemas.object(holder()))
            .answering(
                201, "The key, with the token that is shown once.", Schemas.reference("NewKey")),
        Route.of("GET", PATH, "All keys, oldest first.", new Handling.Keyed(this::list))
            .answering(
                200,
                "The keys.",
                Schemas.object(
                    Map.of(
                        "keys", Schemas.list(key), "next_cursor", Schemas.nullable(Schemas.TEXT)))),
        Route.of("GET", PATH + "/{key_id}", "One key.", new Handling.Keyed(this::get))
            .answering(200, "The key.", key),
        Route.of(
                "DELETE",
                PATH + "/{key_id}",
                "Revokes a key: the next request with it is refused.",
                new Handling.Keyed(this::revoke))
            .answering(200, "It is revoked.", Schemas.object(Map.of("deleted", Schemas.BOOLEAN))));
  }

  static Map<String, JsonObject> schemas() {
    var shown = new LinkedHashMap<String, JsonObject>();
    shown.put("key_id", Schemas.ID);
    shown.put("tenant_id", Schemas.ID);
    holder()
        .forEach(
            (name, schema) ->
                shown.put(
                    name.replace("?", ""), name.endsWith("?") ? Schemas.nullable(schema) : schema));
    shown.put("created_at", Schemas.TIME);
    var key = Schemas.object(shown);
    shown.put("token", Schemas.nullable(Schemas.TEXT));
    return Map.of("Key", key, "NewKey", Schemas.object(shown));
  }

  private static Map<String, JsonObject> holder() {
    var ids = Schemas.list(Schemas.ID);
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("name", Schemas.TEXT);
    members.put(
        "principal",
        Schemas.object(
            Map.of("kind", Schemas.word(List.of("user", "agent", "team")), "id", Schemas.ID)));
    members.put("acting_agent_id?", Schemas.ID);
    members.put("team_ids?", ids);
    members.put("role_ids?", ids);
    members.put("workspace_ids?", ids);
    members.put("allowed_agent_ids?", ids);
    members.put("grants", Schemas.list(Schemas.word(List.of("read", "write", "admin"))));
    members.put("expires_at?", Schemas.TIME);
    return members;
  }

  private Reply create(Caller caller, Call call) {
    caller.require(
        Grant.ADMIN); // before the body is judged: who may not do this need not learn how
    call.query().check();
    var violations = new Violations();
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var holder = ApiKey.Holder.read(fields, limits.maxAcl());
    fields.refuseOthers();
    violations.throwIfAny();
    var made = tenancy.createKey(caller, holder, call.fingerprint(body), call.retry());
    var reply =
        Answers.json(201, json(made.value()).with("token", Json.ofNullable(made.token())))
            .with("Location", PATH + "/" + made.value().id());
    return made.token() == null ? reply.with(Idempotency.REPLAYED, "true") : reply;
  }

  private Reply list(Caller caller, Call call) {
    call.query().check();
    var keys = tenancy.keys(caller).stream().<Json>map(KeyRoutes::json).toList();
    return Answers.ok(JsonObject.of("keys", new JsonArray(keys), "next_cursor", Json.NULL));
  }

  private Reply get(Caller caller, Call call) {
    call.query().check();
    return Answers.ok(json(tenancy.key(caller, keyId(call))));
  }

  private Reply revoke(Caller caller, Call call) {
    call.query().check();
    tenancy.revokeKey(caller, keyId(call));
    return Answers.ok(JsonObject.of("deleted", Json.of(true)));
  }

  private static KeyId keyId(Call call) {
    var text = call.segment("key_id");
    if (!Identifier.isWellFormed(text)) {
      throw new NotFound("key.not_found", "there is no key with this id");
    }
    return new KeyId(text);
  }

  private static JsonObject json(ApiKey key) {
    return key.toJson().without("token_hash");
  }
}
