package dev.quipu.testkit.history;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// New bodies as the seeds list them, from memory: every field, null where nobody said.
final class NaiveBodies {

  private static final Map<ObjectType, List<String>> FIELDS =
      Map.of(
          ObjectType.AGENT,
          List.of(
              "agent_id",
              "tenant_id",
              "workspace_id",
              "agent_type",
              "role_profile",
              "policy_ref",
              "capability_set",
              "default_memory_policy",
              "created_at",
              "status"),
          ObjectType.SESSION,
          List.of(
              "session_id",
              "agent_id",
              "parent_session_id",
              "task_type",
              "goal",
              "context_ref",
              "start_ts",
              "end_ts",
              "status",
              "budget_token",
              "budget_time_ms"),
          ObjectType.USER,
          List.of(
              "user_id", "user_name", "user_tenant_id", "user_workspace_id", "default_visibility"),
          ObjectType.EDGE,
          List.of(
              "edge_id",
              "src_object_id",
              "src_type",
              "edge_type",
              "dst_object_id",
              "dst_type",
              "weight",
              "provenance_ref",
              "created_ts"));

  private NaiveBodies() {}

  /// @param since when it began, where the seed has a field for that
  static JsonObject of(
      ObjectType type, Map<String, Json> given, TenantId tenant, Instant made, Instant since) {
    var body = new LinkedHashMap<String, Json>();
    for (var field : FIELDS.getOrDefault(type, List.of())) {
      var value = given.getOrDefault(field, Json.NULL);
      body.put(
          field,
          value == JsonNull.NULL ? otherwise(type, given, field, tenant, made, since) : value);
    }
    return new JsonObject(body);
  }

  private static String id(Map<String, Json> given, String field) {
    return given.get(field) instanceof JsonString(var id) ? id : "";
  }

  private static Json otherwise(
      ObjectType type,
      Map<String, Json> given,
      String field,
      TenantId tenant,
      Instant made,
      Instant since) {
    return switch (field) {
      case "tenant_id", "user_tenant_id" -> Json.of(tenant.value());
      case "created_at", "created_ts" -> Json.of(made);
      case "start_ts" -> Json.of(since);
      case "capability_set" -> JsonArray.EMPTY;
      case "status" -> Json.of(type == ObjectType.AGENT ? "active" : "running");
      case "weight" -> Json.of(1);
      case "provenance_ref" -> Json.of("/v1/objects/edge/" + id(given, "edge_id") + "/proof");
      default -> Json.NULL;
    };
  }
}
