package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One test for each clause of seed 001, as appendix B of the reference lists them and as far as
/// governance is not meant. The tests of the single types go into detail.
class SeedClausesTest extends DoorTest {

  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}";

  private final String token = server.newTenant();

  @Test
  void agent_is_registered_on_its_first_event_and_its_policies_apply() {
    say("evt_1", "user_message", "'text':'hi'");
    assertThat(get("/v1/objects/agent/agt_1").text("status")).isEqualTo("active");

    make("policy", "{'policy_id':'pol_1'}");
    assertThat(
            server
                .patch(
                    token,
                    "/v1/objects/agent/agt_1",
                    "{'policy_ref':'pol_1@1','default_memory_policy':'importance=0.9;ttl_seconds=60'}")
                .status())
        .isEqualTo(200);
    var memory = memoryOf(say("evt_2", "user_message", "'text':'ho'"));
    assertThat(memory.get("importance").toString()).isEqualTo("0.9");
    assertThat(memory.get("ttl").toString()).isEqualTo("60");
    assertThat(server.patch(token, "/v1/objects/agent/agt_1", "{'policy_ref':'pol_none'}").faults())
        .containsExactly("reference.unknown@/policy_ref");
  }

  @Test
  void session_lives_by_events_nests_and_has_a_budget_that_is_enforced() {
    make("session", "{'session_id':'ses_1','budget_token':10}");
    make("session", "{'session_id':'ses_below','parent_session_id':'ses_1'}");
    server.post(
        token,
        "/v1/events",
        "{'event_type':'user_message','session_id':'ses_below','payload':{'text':'below'}}");
    assertThat(list("memory?session_id=ses_1")).isEmpty();
    assertThat(list("memory?session_id=ses_1&nested=true")).hasSize(1);

    say("evt_1", "assistant_message", "'text':'a','usage':{'tokens':8}");
    assertThat(post("evt_2", "assistant_message", "'text':'b','usage':{'tokens':8}").text("code"))
        .isEqualTo("budget.exhausted");
    assertThat(list("state?state_type=budget_state").getFirst().object("object").toString())
        .contains("\"used\":8");
    say("evt_3", "task_finished", "'text':'done'");
    assertThat(get("/v1/objects/session/ses_1").text("status")).isEqualTo("completed");
  }

  @Test
  void event_is_the_source_of_truth_with_a_rule_for_each_type_and_a_causal_graph() {
    say("evt_1", "user_message", "'text':'why'");
    server.post(
        token,
        "/v1/events",
        "{'event_id':'evt_2','event_type':'assistant_message','causal_refs':['evt_1'],"
            + "'payload':{'text':'because'}}");
    var causes = server.get(token, "/v1/events/evt_2/causality").list("causes");
    assertThat(causes.getFirst().text("event_id")).isEqualTo("evt_1");
    assertThat(server.get(token, "/v1/objects/event/evt_2/proof").text("hash")).hasSize(64);
  }

  @Test
  void visible_time_and_logical_ts_are_real_and_reads_go_by_them() {
    var first = say("evt_1", "user_message", "'text':'one'");
    say("evt_2", "user_message", "'text':'two'");
    var then = "?as_known_at=" + first.text("visible_time");
    assertThat(server.get(token, "/v1/objects/memory" + then).list("objects")).hasSize(1);
    var event = server.get(token, "/v1/events/evt_2");
    assertThat(event.number("logical_ts")).isEqualTo(2);
    assertThat(event.text("visible_time")).isGreaterThan(first.text("visible_time"));
  }

  @Test
  void memory_has_five_types_three_levels_and_never_drops_its_source_events() {
    for (var type : List.of("episodic", "semantic", "procedural", "social", "reflective")) {
      var made =
          say("evt_" + type, "note", "'text':'of " + type + "','memory_type':'" + type + "'");
      assertThat(memoryOf(made).text("memory_type")).isEqualTo(type);
      assertThat(list("memory?memory_type=" + type)).hasSize(1);
    }
    var one = server.post(token, "/v1/sessions/ses_1/summarize", "{}");
    var two = server.post(token, "/v1/sessions/ses_1/summarize", "{'level':2}");
    assertThat(one.object("object").get("level").toString()).isEqualTo("1");
    assertThat(two.object("object").get("level").toString()).isEqualTo("2");
    assertThat(two.object("object").array("source_event_ids").items()).hasSize(5);
    assertThat(list("memory?level=1")).hasSize(1);
  }

  @Test
  void content_references_an_embedding_that_keeps_the_text() {
    var memory = memoryOf(say("evt_1", "user_message", "'text':'Kept.'"));
    var embedding = get("/v1/objects/embedding/" + memory.text("content"));
    assertThat(embedding.text("original_text")).isEqualTo("Kept.");
    assertThat(embedding.names())
        .containsExactly(
            "vector_id",
            "vector_context",
            "original_text",
            "dim",
            "model_id",
            "vector_ref",
            "created_ts");
  }

  @Test
  void owner_type_and_scope_are_the_access_rule() {
    make("share_contract", "{'contract_id':'con_1','scope':'con_1'}");
    for (var said :
        List.of(
            "'owner_type':'private'",
            "'owner_type':'public','scope':'tenant'",
            "'owner_type':'partial','scope':'con_1'")) {
      var made = server.post(token, "/v1/objects/memory", "{'content':'x'," + said + "}");
      assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
      assertThat(said).contains("'" + made.object("object").text("owner_type") + "'");
    }
    var stranger = server.newKey(token, "user_stranger", "read");
    assertThat(server.get(stranger, "/v1/objects/memory").list("objects")).hasSize(1);
  }

  @Test
  void state_has_typed_kinds_and_tells_why_an_agent_is_blocked() {
    for (var kind :
        List.of(
            "current_plan",
            "tool_stack",
            "execution_status",
            "budget_state",
            "blackboard",
            "failure_marker")) {
      say("evt_" + kind, "note", "'state':{'type':'" + kind + "','key':'k','value':'blocked'}");
      assertThat(list("state?state_type=" + kind)).hasSize(1);
    }
    var blocked = server.get(token, "/v1/objects/agent/agt_1/blocked");
    assertThat(blocked.body().get("blocked").toString()).isEqualTo("true");
    assertThat(blocked.list("reasons")).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void artifact_is_content_addressed_and_verified() {
    make("artifact", "{'artifact_id':'art_x','artifact_type':'report'}");
    var path = "/v1/objects/artifact/art_x/content";
    var wrong = server.send("PUT", token, path + "?sha256=" + "0".repeat(64), "bytes");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(get("/v1/objects/artifact/art_x").text("hash")).isNull();
    assertThat(server.send("PUT", token, path, "bytes").status()).isEqualTo(200);
    assertThat(get("/v1/objects/artifact/art_x").text("hash"))
        .isEqualTo("277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9");
    assertThat(server.get(token, path).bodyText()).isEqualTo("bytes");
  }

  @Test
  void edge_is_found_from_both_ends_and_holds_for_a_time() {
    var one = say("evt_1", "user_message", "'text':'one'");
    var two = say("evt_2", "user_message", "'text':'two'");
    var made =
        make(
            "edge",
            "{'edge_type':'supports','src_type':'memory','src_object_id':'%s','dst_type':'memory',"
                    .formatted(memoryId(one))
                + "'dst_object_id':'%s'%s}".formatted(memoryId(two), OPEN));
    for (var end : List.of(one, two)) {
      assertThat(server.get(token, "/v1/objects/memory/" + memoryId(end) + "/edges").bodyText())
          .contains(made.text("object_id"));
    }
    var path = "/v1/objects/edge/" + made.text("object_id");
    assertThat(server.post(token, path + "/invalidate", "{}").status()).isEqualTo(200);
    assertThat(server.get(token, path).status()).isEqualTo(404);
    assertThat(server.get(token, path + "?as_of=" + made.text("valid_from")).status())
        .isEqualTo(200);
  }

  @Test
  void object_version_is_there_for_every_change_and_can_be_rolled_back_to() {
    make("session", "{'session_id':'ses_v','goal':'one'}");
    server.patch(token, "/v1/objects/session/ses_v", "{'goal':'two'}");
    var second = get("/v1/objects/object_version/session:ses_v@2");
    assertThat(second.names())
        .containsExactly(
            "object_id",
            "object_type",
            "version",
            "mutation_event_id",
            "valid_from",
            "valid_to",
            "snapshot_tag");
    server.post(token, "/v1/objects/session/ses_v/rollback", "{'version':1}");
    assertThat(get("/v1/objects/session/ses_v").text("goal")).isEqualTo("one");
  }

  @Test
  void user_is_the_identity_that_publishes_and_whose_default_visibility_applies() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    server.post(
        alice, "/v1/objects/user", "{'user_id':'user_alice','default_visibility':'public'}");
    var policy = server.post(alice, "/v1/objects/policy", "{}").object("object");
    assertThat(policy.text("publisher_type")).isEqualTo("user");
    assertThat(policy.text("publisher_id")).isEqualTo("user_alice");
    var memory = server.post(alice, "/v1/objects/memory", "{'content':'shown'}");
    assertThat(memory.object("object").text("owner_type")).isEqualTo("public");
  }

  @Test
  void policy_changes_are_events_and_a_record_overlays_an_object() {
    make("policy", "{'policy_id':'pol_1'}");
    make("agent", "{'agent_id':'agt_1'}");
    var record =
        make(
                "policy_record",
                "{'policy_id':'pol_1','policy_version':1,'object_type':'agent',"
                    + "'object_id':'agt_1','context':'trial'}")
            .object("object");
    var event = server.get(token, "/v1/events/" + record.text("policy_event_id"));
    assertThat(event.text("event_type")).isEqualTo("quipu.object_created");
  }

  @Test
  void share_contract_keeps_all_ten_fields() {
    var contract = make("share_contract", "{'contract_id':'con_1','scope':'s'}").object("object");
    assertThat(contract.names())
        .containsExactly(
            "contract_id",
            "scope",
            "read_acl",
            "write_acl",
            "derive_acl",
            "ttl_policy",
            "consistency_level",
            "merge_policy",
            "quarantine_policy",
            "audit_policy");
  }

  /// No path returns an id that cannot be looked up.
  @Test
  void every_retrievable_unit_maps_to_a_canonical_object() {
    say("evt_1", "tool_call_issued", "'text':'call','tool':'search'");
    say("evt_2", "tool_result_returned", "'text':'found','tool':'search','result':{'n':1}");
    say("evt_3", "handoff_occurred", "'text':'over','to_agent_id':'agt_2'");
    server.post(token, "/v1/sessions/ses_1/summarize", "{}");
    var expansion =
        server.post(
            token,
            "/v1/graph/expand",
            "{'start':[{'object_type':'session','object_id':'ses_1'}],'hops':3,'max_nodes':200}");
    var paths = new ArrayList<String>();
    for (var node : expansion.list("nodes")) {
      paths.add(node.text("object_type") + "/" + node.text("object_id"));
    }
    for (var edge : expansion.list("edges")) {
      paths.add("edge/" + edge.text("edge_id"));
      paths.add(edge.text("src_type") + "/" + edge.text("src_object_id"));
      paths.add(edge.text("dst_type") + "/" + edge.text("dst_object_id"));
    }
    assertThat(paths).hasSizeGreaterThan(40);
    for (var path : paths) {
      assertThat(server.get(token, "/v1/objects/" + path).status()).as(path).isEqualTo(200);
    }
  }

  private TestServer.Answer say(String id, String type, String payload) {
    var answer = post(id, type, payload);
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(201);
    return answer;
  }

  private TestServer.Answer post(String id, String type, String payload) {
    return server.post(
        token,
        "/v1/events",
        "{'event_id':'%s','event_type':'%s','agent_id':'agt_1','session_id':'ses_1','payload':{%s}}"
            .formatted(id, type, payload));
  }

  private TestServer.Answer make(String type, String body) {
    var answer = server.post(token, "/v1/objects/" + type, body);
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(201);
    return answer;
  }

  private JsonObject get(String path) {
    var answer = server.get(token, path);
    assertThat(answer.status()).as(path + answer.bodyText()).isEqualTo(200);
    return answer.object("object");
  }

  private List<JsonObject> list(String path) {
    return server.get(token, "/v1/objects/" + path).list("objects");
  }

  private JsonObject memoryOf(TestServer.Answer receipt) {
    return get("/v1/objects/memory/" + memoryId(receipt));
  }

  private static String memoryId(TestServer.Answer receipt) {
    return receipt.list("objects").stream()
        .filter(object -> object.text("object_type").equals("memory"))
        .map(object -> object.text("object_id"))
        .findFirst()
        .orElseThrow();
  }
}
