package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What may be said of objects, and what may not while something else is said of them.
class StandingTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void what_an_event_makes_is_no_summary() {
    var memory = say("evt_1", "'text':'tea'");
    var edge = "'edges':[{'edge_type':'summarizes','dst_type':'%s','dst_object_id':'%s'}]";
    var own = event("evt_2", "'text':'tea again'," + edge.formatted("memory", memory), "");
    assertThat(own.faults()).containsExactly("source.unfit@/payload/edges/0");
    assertThat(event("evt_2", edge.formatted("event", "evt_1"), "").faults())
        .containsExactly("source.unfit@/payload/edges/0");
    make("agent", "'agent_id':'agt_1'");
    var head = server.head(token);
    assertThat(edge("event", "evt_1", "summarizes", "agent", "agt_1").faults())
        .containsExactly("source.unfit@/dst_object_id");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_rollback_brings_back_nothing_that_names_what_is_gone() {
    make("policy", "'policy_id':'pol_1'");
    make("agent", "'agent_id':'agt_1','policy_ref':'pol_1'");
    server.patch(token, "/v1/objects/agent/agt_1", "{'policy_ref':null}");
    server.delete(token, "/v1/objects/policy/pol_1");
    var head = server.head(token);
    var back = server.post(token, "/v1/objects/agent/agt_1/rollback", "{'version':1}");
    assertThat(back.status()).isEqualTo(400);
    assertThat(back.faults()).containsExactly("reference.unknown@/policy_ref");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void what_is_superseded_is_not_made_active_while_it_is() {
    var old = say("evt_1", "'text':'tea at four'");
    var fresh = say("evt_2", "'text':'tea at five'");
    var edge = edge("memory", fresh, "supersedes", "memory", old);
    assertThat(step(old, "active").status()).isEqualTo(409);
    assertThat(step(old, "active").text("code")).isEqualTo("object.superseded");
    var back = server.post(token, "/v1/objects/memory/" + old + "/rollback", "{'version':1}");
    assertThat(back.text("code")).isEqualTo("object.superseded");
    server.delete(token, edge.header("Location"));
    assertThat(step(old, "active").status()).isEqualTo(200);
  }

  @Test
  void a_summary_is_not_made_active_without_its_sources() {
    var source = say("evt_1", "'text':'Tea is at four.'");
    var summary = server.post(token, "/v1/sessions/ses_1/summarize", "{}").text("object_id");
    server.delete(token, "/v1/objects/memory/" + source);
    assertThat(step(summary, "active").status()).isEqualTo(409);
    assertThat(step(summary, "active").text("code")).isEqualTo("summary.source_gone");
    server.post(token, "/v1/objects/memory/" + source + "/undo", "{}");
    assertThat(step(summary, "active").status()).isEqualTo(200);
    step(source, "retracted");
    assertThat(step(summary, "active").text("code")).isEqualTo("summary.source_gone");
  }

  @Test
  void what_was_retracted_or_superseded_is_not_made_active_by_a_change_after_its_end() {
    var old = say("evt_1", "'text':'tea at four'");
    var path = "/v1/objects/memory/" + old;
    step(old, "retracted");
    server.patch(token, path + "?effective_at=2020-01-01T00:00:00Z", "{'content':'tea at three'}");
    server.post(token, path + "/invalidate", "{}");
    assertThat(server.patch(token, path, "{'importance':0.9}").status()).isEqualTo(200);
    assertThat(server.get(token, path).text("text")).isEqualTo("tea at four");
    assertThat(server.get(token, path).text("lifecycle")).isEqualTo("retracted");

    var ended = say("evt_2", "'text':'cake at four'");
    var fresh = say("evt_3", "'text':'cake at five'");
    server.post(token, "/v1/objects/memory/" + ended + "/invalidate", "{}");
    var edge = edge("memory", fresh, "supersedes", "memory", ended);
    var revived = server.patch(token, "/v1/objects/memory/" + ended, "{'importance':0.9}");
    assertThat(revived.status()).isEqualTo(409);
    assertThat(revived.text("code")).isEqualTo("object.superseded");
    server.post(token, edge.header("Location") + "/invalidate", "{}");
    assertThat(server.patch(token, "/v1/objects/memory/" + ended, "{'importance':0.9}").status())
        .isEqualTo(200);
  }

  @Test
  void no_end_is_told_that_takes_a_retraction_back() {
    var memory = "/v1/objects/memory/" + say("evt_1", "'text':'tea at four'");
    server.post(token, memory + "/lifecycle", "{'to':'retracted'}");
    var since = server.get(token, memory).text("valid_from");
    for (var when : List.of(since, server.get(token, "/v1/events/evt_1").text("visible_time"))) {
      var ended = server.post(token, memory + "/invalidate", "{'when':'" + when + "'}");
      assertThat(ended.status()).as(ended.bodyText()).isEqualTo(409);
      assertThat(ended.text("code")).isEqualTo("lifecycle.step");
    }
    assertThat(server.post(token, memory + "/invalidate", "{}").status()).isEqualTo(200);
    assertThat(server.get(token, memory).text("lifecycle")).isEqualTo("retracted");
  }

  @Test
  void a_summary_of_summaries_is_not_made_active_without_the_facts_below() {
    var source = say("evt_1", "'text':'Tea is at four.'");
    var first = server.post(token, "/v1/sessions/ses_1/summarize", "{}").text("object_id");
    var upper = server.post(token, "/v1/sessions/ses_1/summarize", "{'level':2}").text("object_id");
    server.delete(token, "/v1/objects/memory/" + source);
    assertThat(step(upper, "active").status()).isEqualTo(409);
    assertThat(step(upper, "active").text("code")).isEqualTo("summary.source_gone");
    server.post(token, "/v1/objects/memory/" + source + "/undo", "{}");
    assertThat(step(first, "active").status()).isEqualTo(200);
    assertThat(step(upper, "active").status()).isEqualTo(200);
  }

  @Test
  void an_edge_that_is_made_true_again_closes_no_circle() {
    event("evt_1", "", "");
    event("evt_2", "", "");
    var path = edge("event", "evt_1", "caused_by", "event", "evt_2").header("Location");
    server.post(token, path + "/invalidate", "{}");
    var contrary = edge("event", "evt_2", "caused_by", "event", "evt_1");
    assertThat(contrary.status()).isEqualTo(201);
    var revived = server.patch(token, path, "{'weight':0.5}");
    assertThat(revived.status()).isEqualTo(409);
    assertThat(revived.text("code")).isEqualTo("edge.cycle");
    var back = server.post(token, path + "/rollback", "{'version':1}");
    assertThat(back.text("code")).isEqualTo("edge.cycle");
    server.delete(token, contrary.header("Location"));
    assertThat(server.patch(token, path, "{'weight':0.5}").status()).isEqualTo(200);
  }

  @Test
  void no_edge_makes_something_its_own_cause() {
    event("evt_1", "", "");
    event("evt_2", "", ",'parent_event_id':'evt_1'");
    event("evt_3", "", "");
    assertThat(edge("event", "evt_1", "caused_by", "event", "evt_2").faults())
        .containsExactly("edge.cycle@/dst_object_id");
    var stored = edge("event", "evt_3", "caused_by", "event", "evt_2");
    assertThat(stored.status()).isEqualTo(201);
    assertThat(edge("event", "evt_1", "caused_by", "event", "evt_3").faults())
        .containsExactly("edge.cycle@/dst_object_id");

    var causes = server.get(token, "/v1/events/evt_3/causality").list("causes");
    assertThat(causes.stream().map(cause -> cause.text("event_id")))
        .containsExactly("evt_2", "evt_1");
    assertThat(
            server.get(token, "/v1/events/evt_1/causality").list("effects").stream()
                .map(effect -> effect.text("event_id")))
        .containsExactly("evt_2", "evt_3");

    server.delete(token, stored.header("Location"));
    assertThat(edge("event", "evt_1", "caused_by", "event", "evt_3").status()).isEqualTo(201);
    var undone = server.post(token, stored.header("Location") + "/undo", "{}");
    assertThat(undone.status()).isEqualTo(409);
    assertThat(undone.text("code")).isEqualTo("edge.cycle");
  }

  @Test
  void an_event_closes_no_circle_over_a_stored_edge() {
    event("evt_1", "", ",'causal_refs':['evt_9']");
    event("evt_2", "", "");
    edge("event", "evt_2", "caused_by", "event", "evt_1");
    assertThat(event("evt_9", "", ",'causal_refs':['evt_2']").faults())
        .containsExactly("reference.cycle@/causal_refs");
    var own = "'edges':[{'edge_type':'caused_by','dst_type':'event','dst_object_id':'evt_2'}]";
    assertThat(event("evt_9", own, "").faults()).containsExactly("edge.cycle@/payload/edges/0");
  }

  private Answer step(String memory, String to) {
    return server.post(token, "/v1/objects/memory/" + memory + "/lifecycle", "{'to':'" + to + "'}");
  }

  private Answer edge(String srcType, String src, String type, String dstType, String dst) {
    return server.post(
        token,
        "/v1/objects/edge",
        "{'src_type':'%s','src_object_id':'%s','edge_type':'%s','dst_type':'%s','dst_object_id':'%s'}"
            .formatted(srcType, src, type, dstType, dst));
  }

  private void make(String type, String fields) {
    var made = server.post(token, "/v1/objects/" + type, "{" + fields + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private Answer event(String id, String payload, String more) {
    return server.post(
        token,
        "/v1/events",
        "{'event_id':'%s','event_type':'note','session_id':'ses_1','payload':{%s}%s}"
            .formatted(id, payload, more));
  }

  /// The id of the memory that comes of it.
  private String say(String id, String payload) {
    return event(id, payload, "").list("objects").stream()
        .filter(object -> object.text("object_type").equals("memory"))
        .findFirst()
        .orElseThrow()
        .text("object_id");
  }
}
