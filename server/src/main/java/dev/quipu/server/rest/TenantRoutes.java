package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.tenancy.Tenancy;
import dev.quipu.engine.tenancy.Tenancy.TenantUse;
import dev.quipu.engine.tenancy.Tenancy.WithToken;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.model.platform.Tenant;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/v1/admin/tenants`: seed 003's Tenant, with its integer id and epoch seconds.
final class TenantRoutes {

  private static final Shape<String> NAME = text(1, Tenant.MAX_NAME_LENGTH);
  private static final Shape<DefaultVisibility> VISIBILITY =
      word(DefaultVisibility.values(), DefaultVisibility::wireName);
  private static final JsonObject VISIBILITY_SCHEMA =
      Schemas.word(List.of("private", "confidential", "public"));
  private static final String PATH = "/v1/admin/tenants";

  private final Tenancy tenancy;

  TenantRoutes(Tenancy tenancy) {
    this.tenancy = tenancy;
  }

  List<Route> routes() {
    var tenant = Schemas.reference("Tenant");
    var withToken = Schemas.reference("TenantWithToken");
    return List.of(
        Route.of("POST", PATH, "Makes a tenant.", new Handling.Operator(this::create))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .body(
                Answers.JSON,
                Schemas.object(
                    Map.of(
                        "name", Schemas.TEXT,
                        "tenant_id?", Schemas.ID,
                        "default_visibility?", VISIBILITY_SCHEMA)))
            .answering(201, "The tenant, with the token that is shown once.", withToken),
        Route.of("GET", PATH, "All tenants.", new Handling.Operator(this::list))
            .answering(200, "By id.", Schemas.object(Map.of("tenants", Schemas.list(tenant)))),
        Route.of("GET", PATH + "/{id}", "One tenant.", new Handling.Operator(this::get))
            .answering(200, "The tenant.", tenant),
        Route.of("PATCH", PATH + "/{id}", "Changes a tenant.", new Handling.Operator(this::change))
            .body(
                Answers.JSON,
                Schemas.object(
                    Map.of(
                        "name?", Schemas.TEXT,
                        "disabled?", Schemas.BOOLEAN,
                        "default_visibility?", VISIBILITY_SCHEMA)))
            .answering(200, "The tenant.", tenant),
        Route.of(
                "DELETE",
                PATH + "/{id}",
                "Ends a tenant and erases what it holds.",
                new Handling.Operator(this::delete))
            .answering(200, "It is gone.", Schemas.object(Map.of("deleted", Schemas.BOOLEAN))),
        Route.of(
                "POST",
                PATH + "/{id}/rotate-token",
                "Makes a new token; the old one is refused from now on.",
                new Handling.Operator(this::rotate))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .answering(200, "The tenant, with the new token.", withToken));
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("id", Schemas.INTEGER);
    members.put("name", Schemas.TEXT);
    members.put("disabled", Schemas.BOOLEAN);
    members.put("created_at", Schemas.INTEGER);
    members.put("last_used_at", Schemas.INTEGER);
    members.put("tenant_id", Schemas.ID);
    members.put("default_visibility?", VISIBILITY_SCHEMA);
    var tenant = Schemas.object(members);
    members.put("token", Schemas.nullable(Schemas.TEXT));
    return Map.of("Tenant", tenant, "TenantWithToken", Schemas.object(members));
  }

  private Reply create(Caller operator, Call call) {
    call.query().check();
    var violations = new Violations();
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var name = fields.optional("name", NAME);
    var tenant = fields.optional("tenant_id", id(TenantId::new));
    var visibility = fields.optional("default_visibility", VISIBILITY);
    if (!body.has("name") || name == null) {
      // The seed's own words.
      fields.refuse("name", "field.required", "missing required field: 'name'");
    }
    fields.refuseOthers();
    violations.throwIfAny();
    var made =
        tenancy.createTenant(
            operator,
            name == null ? "" : name,
            tenant,
            visibility,
            call.fingerprint(body),
            call.retry());
    return shown(201, made);
  }

  private Reply list(Caller operator, Call call) {
    call.query().check();
    var tenants = tenancy.tenants().stream().<Json>map(TenantRoutes::json).toList();
    return Answers.ok(JsonObject.of("tenants", new JsonArray(tenants)));
  }

  private Reply get(Caller operator, Call call) {
    call.query().check();
    return Answers.ok(json(tenancy.tenant(number(call))));
  }

  private Reply change(Caller operator, Call call) {
    call.query().check();
    long number = number(call);
    var violations = new Violations();
    var body = call.object(violations);
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var name = fields.optional("name", NAME);
    var disabled = fields.optional("disabled", bool());
    var visibility = fields.optional("default_visibility", VISIBILITY);
    fields.refuseOthers();
    if (violations.isEmpty() && name == null && disabled == null && visibility == null) {
      violations.add(Pointer.ROOT, "field.required", "Send name, disabled or default_visibility.");
    }
    violations.throwIfAny();
    var change = new Command.ChangeTenant(number, name, disabled, visibility);
    return Answers.ok(json(tenancy.changeTenant(operator, change)));
  }

  private Reply delete(Caller operator, Call call) {
    call.query().check();
    tenancy.deleteTenant(operator, number(call));
    return Answers.ok(JsonObject.of("deleted", Json.of(true)));
  }

  private Reply rotate(Caller operator, Call call) {
    call.query().check();
    long number = number(call);
    var fingerprint = call.fingerprint(JsonObject.EMPTY);
    return shown(200, tenancy.rotateToken(operator, number, fingerprint, call.retry()));
  }

  private static long number(Call call) {
    var number = JsonNumber.exactly(digits(call.segment("id")));
    if (number == null || !number.isInteger()) {
      throw badId();
    }
    return number.asLong();
  }

  private static String digits(String text) {
    if (text.isEmpty() || !text.chars().allMatch(c -> '0' <= c && c <= '9')) {
      throw badId();
    }
    return text;
  }

  private static Invalid badId() {
    return new Invalid("tenant.bad_id", "bad tenant id");
  }

  /// A token that is not there was shown before: this answer repeats an earlier one.
  private static Reply shown(int status, WithToken<TenantUse> made) {
    var body = json(made.value()).with("token", Json.ofNullable(made.token()));
    var reply = Answers.json(status, body);
    return made.token() == null ? reply.with(Idempotency.REPLAYED, "true") : reply;
  }

  private static JsonObject json(TenantUse use) {
    var tenant = use.tenant();
    var used = use.lastUsedAt();
    var members = new LinkedHashMap<String, Json>();
    members.put("id", Json.of(tenant.number()));
    members.put("name", Json.of(tenant.name()));
    members.put("disabled", Json.of(tenant.disabled()));
    members.put("created_at", Json.of(tenant.createdAt().getEpochSecond()));
    members.put("last_used_at", Json.of(used == null ? 0 : used.getEpochSecond()));
    members.put("tenant_id", Json.of(tenant.id().value()));
    if (tenant.defaultVisibility() != null) {
      members.put("default_visibility", Json.of(tenant.defaultVisibility().wireName()));
    }
    return new JsonObject(members);
  }
}
