package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollbackTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String AGENT = "/v1/objects/agent/agt_1";

  @Test
  void a_rollback_is_a_new_version_with_an_old_body() {
    make();
    var rolled = server.post(token, AGENT + "/rollback", "{'version':1}");

    assertThat(rolled.status()).isEqualTo(200);
    assertThat(rolled.header("ETag")).isEqualTo("\"4\"");
    assertThat(rolled.object("object").text("agent_type")).isEqualTo("a");
    assertThat(rolled.object("object").names()).containsExactlyElementsOf(Kind.AGENT.fields());
    assertThat(type("")).isEqualTo("a");
    assertThat(type("?as_known_at=3")).isEqualTo("c");
    assertThat(server.get(token, AGENT + "/versions").list("versions")).hasSize(4);
  }

  @Test
  void the_answer_says_how_to_take_the_rollback_back() {
    make();
    var undo = server.post(token, AGENT + "/rollback", "{'version':1}").text("undo");
    assertThat(undo).isEqualTo("POST " + AGENT + "/rollback {\"version\":3}");

    var parts = undo.split(" ", 3);
    var undone = server.send(parts[0], token, parts[1], parts[2]);
    assertThat(undone.status()).isEqualTo(200);
    assertThat(type("")).isEqualTo("c");
    assertThat(undone.text("undo")).isEqualTo("POST " + AGENT + "/rollback {\"version\":4}");
  }

  @Test
  void what_had_ended_is_true_again_after_a_rollback_and_undoing_ends_it() {
    make();
    server.send("POST", token, AGENT + "/invalidate", null);
    var rolled = server.post(token, AGENT + "/rollback", "{'version':2}");
    assertThat(type("")).isEqualTo("b");
    assertThat(rolled.text("undo")).isEqualTo("POST " + AGENT + "/invalidate");
    server.send("POST", token, AGENT + "/invalidate", null);
    assertThat(server.get(token, AGENT).status()).isEqualTo(404);
  }

  @Test
  void a_rollback_to_what_is_in_force_writes_nothing() {
    make();
    var head = server.head(token);
    var same = server.post(token, AGENT + "/rollback", "{'version':3}");
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.body().get("undo")).isEqualTo(Json.NULL);
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void there_is_no_way_back_to_what_never_was() {
    make();
    var head = server.head(token);
    assertThat(server.post(token, AGENT + "/rollback", "{'version':9}").faults())
        .containsExactly("version.unknown@/version");
    assertThat(server.post(token, AGENT + "/rollback", "{'version':0,'x':1}").faults())
        .containsExactly("number.range@/version", "field.unknown@/x");
    assertThat(server.post(token, AGENT + "/rollback", "{}").faults())
        .containsExactly("field.required@/version");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void no_rollback_leads_round_the_steps_of_a_life() {
    make();
    server.post(token, AGENT + "/lifecycle", "{'to':'retracted'}");
    var refused = server.post(token, AGENT + "/rollback", "{'version':1}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("lifecycle.step");
  }

  @Test
  void a_stale_rollback_is_refused_and_a_repeated_one_is_done_once() {
    make();
    var body = "{'version':1}";
    assertThat(server.post(token, AGENT + "/rollback", body, "If-Match", "\"1\"").status())
        .isEqualTo(412);
    var first = server.post(token, AGENT + "/rollback", body, "Idempotency-Key", "once");
    var again = server.post(token, AGENT + "/rollback", body, "Idempotency-Key", "once");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }

  private void make() {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','agent_type':'a'}");
    server.patch(token, AGENT, "{'agent_type':'b'}");
    server.patch(token, AGENT, "{'agent_type':'c'}");
  }

  private String type(String time) {
    return server.get(token, AGENT + time).object("object").text("agent_type");
  }

  @Test
  void a_rollback_to_an_archived_version_can_be_taken_back() {
    var own = server.newTenant();
    var path = "/v1/objects/memory/m1";
    server.post(own, "/v1/objects/memory", "{'memory_id':'m1','content':'x'}");
    for (var step : List.of("archived", "active", "stale")) {
      server.post(own, path + "/lifecycle", "{'to':'" + step + "'}");
    }
    assertThat(server.post(own, path + "/rollback", "{'version':2}").text("lifecycle"))
        .isEqualTo("archived");
    assertThat(server.post(own, path + "/rollback", "{'version':4}").text("lifecycle"))
        .isEqualTo("stale");
  }
}
