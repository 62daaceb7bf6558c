package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.query.Trace;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.wire.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which plans can be ours, whatever digest they bring.
class QueryPlanTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void a_plan_that_no_question_leads_to_is_not_one_of_ours() {
    memory("mem_1", "tea");
    var filters =
        "'query_text':'tea','object_types':['memory'],'memory_types':['semantic'],'scopes':['docs'],"
            + "'source_kinds':['wiki'],'lifecycles':['active'],'agent_ids':['agent_1'],'tags':['a'],"
            + "'owners':[{'owner_kind':'user','owner_id':'user_alice'}],"
            + "'time_window':{'from':'2026-01-01T00:00:00Z','to':'2026-02-01T00:00:00Z'}";
    var trace = ask(filters).object("proof_trace");
    assertThat(kinds(trace)).isEmpty();
    for (var change :
        List.of(
            List.of("[\"memory\"]", "[\"memory\",\"unicorn\"]"),
            List.of("[\"memory\"]", "[]"),
            List.of("[\"semantic\"]", "[\"semantic\",\"unicorn\"]"),
            List.of("[\"docs\"]", "[\"docs\",\"unicorn\"]"),
            List.of("[\"wiki\"]", "[\"unicorn\",\"wiki\"]"),
            List.of("[\"active\"]", "[\"active\",\"unicorn\"]"),
            List.of("[\"agent_1\"]", "[\"agent 1\",\"agent_1\"]"),
            List.of("[\"a\"]", "[\"\",\"a\"]"),
            List.of("[\"user:user_alice\"]", "[\"unicorn:user_alice\",\"user:user_alice\"]"),
            List.of("2026-02-01T", "2025-02-01T"),
            List.of("\"window\":30", "\"window\":33"),
            List.of("\"top_k\":10", "\"top_k\":11"))) {
      var plan = trace.object("plan").toString();
      assertThat(plan).contains(change.getFirst());
      var other =
          new JsonReader()
              .readObject(
                  plan.replace(change.getFirst(), change.getLast())
                      .getBytes(StandardCharsets.UTF_8));
      assertThat(kinds(sealed(trace.with("plan", other)))).as("%s", change).contains("plan");
    }
  }

  @Test
  void a_later_page_has_the_window_of_a_first_one_that_was_full() {
    for (int i = 0; i < 30; i++) {
      memory("mem_" + i, "tea");
    }
    var first = ask("'query_text':'tea','top_k':11,'fold':false");
    var next =
        "'query_text':'tea','top_k':3,'fold':false,'cursor':'" + first.text("next_cursor") + "'";
    var trace = ask(next).object("proof_trace");
    var plan = trace.object("plan");
    assertThat(plan.get("window")).isEqualTo(Json.of(33));
    assertThat(kinds(trace)).isEmpty();
    assertThat(kinds(sealed(trace.with("plan", plan.with("window", Json.of(30)))))).isEmpty();
    for (int window : new int[] {1, 31, 36, 100}) {
      var other = plan.with("window", Json.of(window));
      assertThat(kinds(sealed(trace.with("plan", other)))).as("%s", window).contains("plan");
    }
  }

  // ── words ──

  /// With the digest that such a trace would have.
  private static JsonObject sealed(JsonObject trace) {
    return trace.with("digest", Json.of(Trace.digest(trace.without("digest")).hex()));
  }

  private List<String> kinds(JsonObject trace) {
    var verified =
        server.send(
            "POST", token, "/v1/query/verify", JsonObject.of("proof_trace", trace).toString());
    assertThat(verified.status()).as(verified.bodyText()).isEqualTo(200);
    return verified.list("differences").stream().map(each -> each.text("kind")).toList();
  }

  private void memory(String id, String content) {
    var made =
        server.post(
            token, "/v1/objects/memory", "{'memory_id':'" + id + "','content':'" + content + "'}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private TestServer.Answer ask(String body) {
    var head = server.get(token, "/v1/log/head").number("position");
    var answer = server.post(token, "/v1/query", "{" + body + ",'after':" + head + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }
}
