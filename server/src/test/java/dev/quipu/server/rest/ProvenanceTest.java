package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProvenanceTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void everything_that_an_event_made_comes_from_it() {
    var receipt =
        server.post(
            token,
            "/v1/events",
            "{'event_id':'evt_1','event_type':'note','agent_id':'agt_1','session_id':'ses_1',"
                + "'event_time':'2026-01-02T03:04:05Z','payload':{'text':'t',"
                + "'state':{'key':'k','value':1},'artifact':{'body':'b'},"
                + "'edges':[{'edge_type':'supports','dst_type':'agent','dst_object_id':'agt_0'}]}}");
    assertThat(receipt.status()).isEqualTo(400); // there is no agt_0 yet
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_0'}");
    receipt =
        server.post(
            token,
            "/v1/events",
            "{'event_id':'evt_1','event_type':'note','agent_id':'agt_1','session_id':'ses_1',"
                + "'event_time':'2026-01-02T03:04:05Z','payload':{'text':'t',"
                + "'state':{'key':'k','value':1},'artifact':{'body':'b'},"
                + "'edges':[{'edge_type':'supports','dst_type':'agent','dst_object_id':'agt_0'}]}}");
    var objects = receipt.list("objects");
    assertThat(objects.stream().map(object -> object.text("object_type")))
        .contains("agent", "session", "memory", "state", "artifact", "edge");
    for (var object : objects) {
      var answer = provenance(token, object.text("object_type"), object.text("object_id"));
      assertThat(answer.body().names())
          .containsExactly(
              "object_type",
              "object_id",
              "version",
              "mutation_event_id",
              "source_events",
              "via",
              "complete",
              "position");
      assertThat(answer.text("mutation_event_id")).isEqualTo("evt_1");
      var source = answer.list("source_events").getFirst();
      assertThat(source.text("event_id")).isEqualTo("evt_1");
      assertThat(source.get("position").toString())
          .isEqualTo(receipt.body().get("position").toString());
      assertThat(source.text("event_type")).isEqualTo("note");
      assertThat(source.text("event_time")).isEqualTo("2026-01-02T03:04:05Z");
      assertThat(source.get("dangling").toString()).isEqualTo("false");
      assertThat(answer.list("via")).isEmpty();
    }
  }

  @Test
  void what_was_written_as_such_comes_from_the_event_that_says_so() {
    for (var made :
        List.of(
            server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}"),
            server.post(token, "/v1/objects/session", "{'session_id':'ses_1'}"),
            server.post(
                token,
                "/v1/objects/user",
                "{'user_id':'user_1','visibility':'public','access':{'team_id':null}}"),
            server.post(token, "/v1/objects/memory", "{'content':'tea'}"),
            server.post(token, "/v1/objects/state", "{'state_type':'blackboard','state_key':'k'}"),
            server.post(token, "/v1/objects/artifact", "{'uri':'x:y'}"),
            server.post(token, "/v1/objects/policy", "{'policy_id':'pol_1'}"),
            server.post(
                token,
                "/v1/objects/policy_record",
                "{'policy_id':'pol_1','policy_version':1,'object_type':'agent','object_id':'agt_1'}"),
            server.post(token, "/v1/objects/share_contract", "{'contract_id':'con_1','scope':'s'}"),
            server.post(
                token,
                "/v1/objects/edge",
                "{'edge_type':'supports','src_type':'agent','src_object_id':'agt_1',"
                    + "'dst_type':'session','dst_object_id':'ses_1'}"))) {
      assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
      var answer = provenance(token, made.text("object_type"), made.text("object_id"));
      assertThat(answer.status()).as(made.bodyText()).isEqualTo(200);
      var source = answer.list("source_events").getFirst();
      assertThat(source.get("position").toString())
          .isEqualTo(made.body().get("position").toString());
      assertThat(source.text("event_type")).isEqualTo("quipu.object_created");
      assertThat(answer.text("mutation_event_id")).isEqualTo(source.text("event_id"));
    }
    server.patch(token, "/v1/objects/agent/agt_1", "{'agent_type':'cook'}");
    var changed = provenance(token, "agent", "agt_1");
    assertThat(changed.number("version")).isEqualTo(2);
    assertThat(changed.list("source_events")).hasSize(2);
    assertThat(changed.list("source_events").getLast().text("event_id"))
        .isEqualTo(changed.text("mutation_event_id"));
  }

  @Test
  void an_event_comes_from_its_causes_and_says_which_of_them_dangle() {
    event(token, "evt_1", "");
    event(token, "evt_h", ",'visibility':'private'");
    var bob = server.newKey(token, "user_bob", "read", "write");
    event(bob, "evt_2", ",'parent_event_id':'evt_none','causal_refs':['evt_h','evt_b']");
    event(bob, "evt_b", "");

    var answer = provenance(bob, "event", "evt_2");
    assertThat(answer.text("mutation_event_id")).isEqualTo("evt_2");
    var sources = answer.list("source_events");
    assertThat(sources.stream().map(source -> source.text("event_id")))
        .containsExactly("evt_none", "evt_h", "evt_b");
    // What is hidden looks like what is not there.
    assertThat(sources.get(1).with("event_id", sources.get(0).get("event_id")))
        .isEqualTo(sources.get(0));
    assertThat(sources.get(0).get("dangling").toString()).isEqualTo("true");
    assertThat(sources.get(0).get("position").toString()).isEqualTo("null");
    assertThat(sources.get(2).get("dangling").toString()).isEqualTo("false");
    var then = server.get(bob, "/v1/events/evt_2").number("position");
    assertThat(
            dangling(server.get(bob, "/v1/objects/event/evt_2/provenance?as_known_at=" + then), 2))
        .isEqualTo("true");
  }

  @Test
  void a_summary_comes_from_the_memories_below_it_down_to_what_was_said() {
    for (int i = 0; i < 3; i++) {
      event(token, "evt_" + i, ",'session_id':'ses_1','payload':{'text':'Tea number " + i + ".'}");
    }
    var first = summarize("{'max_sources':2}");
    var second = summarize("{}");
    var top = summarize("{'level':2}");

    var answer = provenance(token, "memory", top.text("object_id"));
    assertThat(answer.list("source_events").stream().map(event -> event.text("event_id")))
        .containsExactly("evt_0", "evt_1", "evt_2");
    var via = answer.list("via").stream().map(step -> step.text("object_id")).toList();
    assertThat(via).hasSize(5).contains(first.text("object_id"), second.text("object_id"));
    assertThat(answer.list("via").stream().map((JsonObject step) -> step.text("edge_type")))
        .containsOnly("summarizes");
  }

  @Test
  void a_hidden_object_has_no_provenance() {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','visibility':'private'}");
    var bob = server.newKey(token, "user_bob", "read");
    for (var part : List.of("/provenance", "/proof")) {
      var hidden = server.get(bob, "/v1/objects/agent/agt_1" + part);
      assertThat(hidden.status()).isEqualTo(404);
      assertThat(hidden.bodyText())
          .isEqualTo(server.get(bob, "/v1/objects/agent/agt_0" + part).bodyText());
    }
  }

  @Test
  void who_made_a_version_is_not_told_to_who_may_not_read_that_event() {
    var bob = server.newKey(token, "user_bob", "read", "write");
    event(
        token,
        "evt_1",
        ",'session_id':'ses_1','visibility':'public','access':{'team_id':null},"
            + "'payload':{'text':'Tea is hot.'}");
    var summary = server.post(bob, "/v1/sessions/ses_1/summarize", "{}").text("object_id");
    // A private edge of the owner's supersedes the source, which makes the summary stale.
    var hidden =
        server.post(
            token,
            "/v1/events",
            "{'event_id':'evt_2','event_type':'note','visibility':'private','payload':{'text':'x',"
                + "'edges':[{'edge_type':'supersedes','dst_type':'memory','dst_object_id':'"
                + memoryOf("evt_1")
                + "'}]}}");
    assertThat(hidden.status()).as(hidden.bodyText()).isEqualTo(201);

    var answer = provenance(bob, "memory", summary);
    assertThat(answer.number("version")).isEqualTo(2);
    assertThat(answer.text("mutation_event_id")).isNull();
    // What bob has done is proven to him, and nothing is told of what he may not read.
    var proof = server.get(bob, "/v1/objects/memory/" + summary + "/proof");
    assertThat(proof.status()).isEqualTo(200);
    assertThat(proof.object("proves").get("version").toString()).isEqualTo("1");
    assertThat(proof.object("proves").text("object_id")).isEqualTo(summary);
    assertThat(proof.object("header").text("event_type")).isEqualTo("quipu.object_created");
    assertThat(proof.bodyText()).doesNotContain("evt_2");
    assertThat(server.get(bob, "/v1/objects/object_version/memory:" + summary + "@2/proof").body())
        .isEqualTo(proof.body());
  }

  private String memoryOf(String event) {
    return server.get(token, "/v1/objects/memory").list("objects").stream()
        .filter(
            memory -> memory.object("object").array("source_event_ids").toString().contains(event))
        .findFirst()
        .orElseThrow()
        .text("object_id");
  }

  private static String dangling(TestServer.Answer answer, int index) {
    return answer.list("source_events").get(index).get("dangling").toString();
  }

  private TestServer.Answer summarize(String json) {
    var made = server.post(token, "/v1/sessions/ses_1/summarize", json);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made;
  }

  private static void event(String as, String id, String more) {
    var made =
        server.post(as, "/v1/events", "{'event_id':'" + id + "','event_type':'note'" + more + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static TestServer.Answer provenance(String as, String type, String id) {
    return server.get(as, "/v1/objects/" + type + "/" + id + "/provenance");
  }
}
