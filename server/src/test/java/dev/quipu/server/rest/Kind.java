package dev.quipu.server.rest;

import dev.quipu.server.TestServer;
import java.util.List;
import java.util.Locale;

/// A type of object that is written as such: how one is made, a field that can be changed, and the
/// fields that seed 001 gives it.
enum Kind {
  AGENT(
      "{'agent_type':%s}",
      "agent_type",
      "agent_id tenant_id workspace_id agent_type role_profile policy_ref capability_set"
          + " default_memory_policy created_at status"),
  SESSION(
      "{'agent_id':'agt_base','goal':%s}",
      "goal",
      "session_id agent_id parent_session_id task_type goal context_ref start_ts end_ts status"
          + " budget_token budget_time_ms"),
  MEMORY(
      "{'content':'tea is ready','summary':%s}",
      "summary",
      "memory_id memory_type agent_id session_id owner_type scope level content summary"
          + " source_event_ids confidence importance freshness_score ttl valid_from valid_to"
          + " provenance_ref version is_active"),
  STATE(
      "{'state_type':'blackboard','state_key':'note','state_value':%s}",
      "state_value",
      "state_id agent_id session_id state_type state_key state_value derived_from_event_id"
          + " checkpoint_ts version"),
  ARTIFACT(
      "{'uri':%s}",
      "uri",
      "artifact_id session_id owner_agent_id artifact_type uri content_ref mime_type metadata hash"
          + " produced_by_event_id version"),
  EDGE(
      "{'src_type':'agent','src_object_id':'agt_base','edge_type':'supports',"
          + "'dst_type':'event','dst_object_id':'evt_base','weight':%s}",
      "weight",
      "edge_id src_object_id src_type edge_type dst_object_id dst_type weight provenance_ref"
          + " created_ts"),
  USER(
      "{'user_name':%s,'visibility':'public','access':{'team_id':null}}",
      "user_name", "user_id user_name user_tenant_id user_workspace_id default_visibility"),
  POLICY(
      "{'policy_type':%s}",
      "policy_type",
      "policy_id policy_version policy_start_time policy_end_time publisher_type publisher_id"
          + " policy_type"),
  POLICY_RECORD(
      "{'policy_id':'pol_base','policy_version':1,'object_type':'agent','object_id':'agt_base',"
          + "'context':%s}",
      "context",
      "policy_id policy_version context object_id object_type salience_weight ttl"
          + " confidence_override verified_state quarantine_flag visibility_policy policy_reason"
          + " policy_source policy_event_id"),
  SHARE_CONTRACT(
      "{'scope':'team_x','merge_policy':%s}",
      "merge_policy",
      "contract_id scope read_acl write_acl derive_acl ttl_policy consistency_level merge_policy"
          + " quarantine_policy audit_policy");

  private final String body;
  private final String field;
  private final String fields;

  Kind(String body, String field, String fields) {
    this.body = body;
    this.field = field;
    this.fields = fields;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  String path() {
    return "/v1/objects/" + wireName();
  }

  /// In the order of the seed.
  List<String> fields() {
    return List.of(fields.split(" "));
  }

  /// What the others refer to: an agent that there has long been, an event, a policy.
  static void prepare(TestServer server, String token) {
    server.post(
        token,
        "/v1/events",
        "{'event_id':'evt_base','event_type':'hello','agent_id':'agt_base',"
            + "'event_time':'2026-01-01T00:00:00Z'}");
    server.post(token, "/v1/objects/policy", "{'policy_id':'pol_base'}");
  }

  /// A new one, with this in the field that changes.
  String made(int value) {
    return body.formatted(shown(value));
  }

  String patch(int value) {
    return "{'" + field + "':" + shown(value) + "}";
  }

  private String shown(int value) {
    return this == EDGE ? Integer.toString(value) : "'number " + value + "'";
  }

  /// What stands in the field that changes; null if there is no object.
  Integer value(TestServer.Answer answer) {
    if (answer.status() != 200 && answer.status() != 201) {
      return null;
    }
    var shown = String.valueOf(answer.object("object").get(field));
    return Integer.valueOf(shown.replaceAll("[^0-9]", ""));
  }
}
