package dev.quipu.model.platform;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A tenant: seed 003's row with the string id that the rest of the system knows it by.
///
/// @param number the integer id of seed 003
/// @param token hash of the token that acts as tenant admin
/// @param defaultVisibility for writes that say nothing; null = private
public record Tenant(
    TenantId id,
    long number,
    String name,
    boolean disabled,
    Hash token,
    Instant createdAt,
    @Nullable DefaultVisibility defaultVisibility) {

  public static final int MAX_NAME_LENGTH = 200;

  public Tenant withName(String name) {
    return new Tenant(id, number, name, disabled, token, createdAt, defaultVisibility);
  }

  public Tenant withDisabled(boolean disabled) {
    return new Tenant(id, number, name, disabled, token, createdAt, defaultVisibility);
  }

  public Tenant withToken(Hash token) {
    return new Tenant(id, number, name, disabled, token, createdAt, defaultVisibility);
  }

  public Tenant withDefaultVisibility(DefaultVisibility defaultVisibility) {
    return new Tenant(id, number, name, disabled, token, createdAt, defaultVisibility);
  }

  public JsonObject toJson() {
    var members = new LinkedHashMap<String, Json>();
    members.put("tenant_id", Json.of(id.value()));
    members.put("number", Json.of(number));
    members.put("name", Json.of(name));
    members.put("disabled", Json.of(disabled));
    members.put("token_hash", Json.of(token.hex()));
    members.put("created_at", Json.of(createdAt));
    members.put(
        "default_visibility",
        defaultVisibility == null ? Json.NULL : Json.of(defaultVisibility.wireName()));
    return new JsonObject(members);
  }

  /// The counterpart of [#toJson].
  public static Tenant read(JsonObject body) {
    var violations = new Violations();
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var id = fields.required("tenant_id", Shape.id(TenantId::new));
    var number = fields.required("number", integer(1, 1L << 53));
    var name = fields.required("name", text(1, MAX_NAME_LENGTH));
    var disabled = fields.required("disabled", bool());
    var token = fields.required("token_hash", Shape.id(Hash::ofHex));
    var createdAt = fields.required("created_at", instant());
    var visibility =
        fields.optional(
            "default_visibility", word(DefaultVisibility.values(), DefaultVisibility::wireName));
    violations.throwIfAny();
    return new Tenant(id, number, name, disabled, token, createdAt, visibility);
  }

  /// What a tenant is found by.
  public static Map<String, String> listKeys(JsonObject body) {
    var tenant = read(body);
    return Map.of("number", Long.toString(tenant.number), "token_hash", tenant.token.hex());
  }
}
