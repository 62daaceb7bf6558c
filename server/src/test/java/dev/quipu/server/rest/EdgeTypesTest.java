package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Each of the nine edge types of seed 001 arises, by rule or by the API.
class EdgeTypesTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void caused_by() {
    event("'event_id':'evt_1'", "note");
    event("'event_id':'evt_2','causal_refs':['evt_1']", "note");
    assertThat(sources("event/evt_1", "caused_by")).containsExactly("event/evt_2");
  }

  @Test
  void derived_from() {
    event("'event_id':'evt_1','payload':{'text':'tea'}", "user_message");
    assertThat(sources("event/evt_1", "derived_from"))
        .singleElement()
        .asString()
        .startsWith("memory/mem_");
    memory("mem_1");
    event(
        "'event_id':'evt_2','payload':{'object_refs':[{'object_type':'memory',"
            + "'object_id':'mem_1'}]}",
        "retrieval_executed");
    assertThat(sources("memory/mem_1", "derived_from")).containsExactly("event/evt_2");
  }

  @Test
  void supports() {
    memory("mem_1");
    verdict("supports");
    assertThat(sources("memory/mem_1", "supports")).containsExactly("event/evt_1");
  }

  @Test
  void contradicts() {
    memory("mem_1");
    verdict("contradicts");
    assertThat(sources("memory/mem_1", "contradicts")).containsExactly("event/evt_1");
  }

  @Test
  void summarizes() {
    server.post(
        token,
        "/v1/objects/memory",
        "{'memory_id':'mem_1','content':'one','session_id':'"
            + server.post(token, "/v1/objects/session", "{'session_id':'ses_1'}").text("object_id")
            + "'}");
    memory("mem_2");
    var summary = server.post(token, "/v1/sessions/ses_1/summarize", "{}");
    assertThat(sources("memory/mem_1", "summarizes"))
        .containsExactly("memory/" + summary.text("object_id"));

    // Nothing else can be called a summary.
    var head = server.head(token);
    for (var source : List.of("mem_2", summary.text("object_id"))) {
      var target = source.equals("mem_2") ? "mem_1" : "mem_2";
      assertThat(
              server.post(token, "/v1/objects/edge", body("summarizes", source, target)).faults())
          .containsExactly("source.unfit@/dst_object_id");
    }
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void updates() {
    memory("mem_1");
    memory("mem_2");
    edge("updates", "mem_2", "mem_1");
    assertThat(sources("memory/mem_1", "updates")).containsExactly("memory/mem_2");
    assertThat(server.get(token, "/v1/objects/memory/mem_1").text("lifecycle")).isEqualTo("stale");
  }

  @Test
  void uses_tool() {
    event("'event_id':'evt_1','agent_id':'agt_1','payload':{'tool':'kettle'}", "tool_call_issued");
    var edges = server.get(token, "/v1/objects/event/evt_1/edges?edge_type=uses_tool");
    var edge = edges.list("edges").getFirst();
    var state = server.get(token, "/v1/objects/state/" + edge.text("dst_object_id"));
    assertThat(state.object("object").text("state_type")).isEqualTo("tool_stack");
    assertThat(state.object("object").text("state_key")).isEqualTo("kettle");
  }

  @Test
  void belongs_to_task() {
    event("'event_id':'evt_1','session_id':'ses_1'", "note");
    assertThat(sources("session/ses_1", "belongs_to_task")).containsExactly("event/evt_1");
  }

  @Test
  void shared_with() {
    event(
        "'event_id':'evt_1','agent_id':'agt_1','payload':{'to_agent_id':'agt_2'}",
        "handoff_occurred");
    assertThat(sources("agent/agt_2", "shared_with")).containsExactly("event/evt_1");
  }

  @Test
  void an_unknown_type_is_refused_with_the_words_that_are_known() {
    memory("mem_1");
    memory("mem_2");
    var head = server.head(token);
    var refused = server.post(token, "/v1/objects/edge", body("hates", "mem_2", "mem_1"));
    assertThat(refused.faults()).containsExactly("enum.unknown@/edge_type");
    assertThat(refused.bodyText()).contains("caused_by").contains("shared_with");
    assertThat(server.head(token)).isEqualTo(head);
  }

  private void verdict(String word) {
    event(
        "'event_id':'evt_1','payload':{'verdict':'"
            + word
            + "','target':{'object_type':'memory','object_id':'mem_1'}}",
        "critique_generated");
  }

  private void event(String fields, String type) {
    var made = server.post(token, "/v1/events", "{'event_type':'" + type + "'," + fields + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private void memory(String id) {
    var made =
        server.post(
            token, "/v1/objects/memory", "{'memory_id':'" + id + "','content':'" + id + "'}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private void edge(String type, String from, String to) {
    var made = server.post(token, "/v1/objects/edge", body(type, from, to));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static String body(String type, String from, String to) {
    return "{'edge_type':'%s','src_type':'memory','src_object_id':'%s',".formatted(type, from)
        + "'dst_type':'memory','dst_object_id':'"
        + to
        + "'}";
  }

  /// Where the edges of a type come from that end there.
  private List<String> sources(String node, String type) {
    return server
        .get(token, "/v1/objects/" + node + "/edges?direction=in&edge_type=" + type)
        .list("edges")
        .stream()
        .map(edge -> edge.text("src_type") + "/" + edge.text("src_object_id"))
        .toList();
  }
}
