package dev.quipu.server.rest;

import dev.quipu.engine.tenancy.Tenancy;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/v1/admin/audit`: the platform log in seed 003's words.
final class AuditRoutes {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;

  private final Tenancy tenancy;

  AuditRoutes(Tenancy tenancy) {
    this.tenancy = tenancy;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                "GET",
                "/v1/admin/audit",
                "What admins did, newest first.",
                new Handling.Operator(this::list))
            .taking(
                Parameter.query("before_id", "Only older ones than this.", Schemas.INTEGER),
                Parameter.query("limit", "Entries; 50 unless said.", Schemas.integer(1, MAX_LIMIT)))
            .answering(
                200,
                "The entries.",
                Schemas.object(Map.of("entries", Schemas.list(Schemas.reference("AuditEntry"))))));
  }

  static Map<String, JsonObject> schemas() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("id", Schemas.INTEGER);
    members.put("ts", Schemas.INTEGER);
    members.put("actor", Schemas.TEXT);
    members.put("action", Schemas.TEXT);
    members.put("target_kind", Schemas.nullable(Schemas.TEXT));
    members.put("target_id", Schemas.nullable(Schemas.TEXT));
    members.put("before", Schemas.nullable(Schemas.ANY_OBJECT));
    members.put("after", Schemas.nullable(Schemas.ANY_OBJECT));
    return Map.of("AuditEntry", Schemas.object(members));
  }

  private Reply list(Caller operator, Call call) {
    var before = call.query().integer("before_id", 1, 1L << 53);
    var limit = call.query().integer("limit", 1, MAX_LIMIT);
    call.query().check();
    var entries =
        tenancy.audit(
            before == null ? null : new LogPosition(before),
            limit == null ? DEFAULT_LIMIT : limit.intValue());
    return Answers.ok(
        JsonObject.of(
            "entries", new JsonArray(entries.stream().<Json>map(AuditRoutes::json).toList())));
  }

  private static JsonObject json(LogEntry entry) {
    var event = entry.event();
    var payload = event.payload();
    var members = new LinkedHashMap<String, Json>();
    members.put("id", Json.of(entry.position().value()));
    members.put("ts", Json.of(event.visibleTime().getEpochSecond()));
    members.put("actor", Json.of(actor(entry)));
    members.put(
        "action", Json.of(event.eventType().value().substring(EventType.RESERVED_PREFIX.length())));
    boolean ofObject = payload.has("object_type");
    members.put("target_kind", Json.of(ofObject ? text(payload, "object_type") : "tenant"));
    members.put("target_id", Json.of(text(payload, ofObject ? "object_id" : "tenant_id")));
    members.put("before", withoutToken(payload.object("before")));
    members.put("after", withoutToken(payload.object("body")));
    if (payload.has("what")) {
      members.put("after", JsonObject.of("what", Json.of(text(payload, "what"))));
    }
    return new JsonObject(members);
  }

  /// The operator has one name; everybody else is named with the tenant it belongs to.
  private static String actor(LogEntry entry) {
    var tenant = entry.event().source();
    return tenant.equals(TenantId.PLATFORM.value())
        ? "admin"
        : tenant + "/" + entry.recorded().recordedBy();
  }

  private static String text(JsonObject payload, String name) {
    var text = payload.text(name);
    return text == null ? "" : text;
  }

  private static Json withoutToken(@Nullable JsonObject body) {
    return body == null ? Json.NULL : body.without("token_hash");
  }
}
