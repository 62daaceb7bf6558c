package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import org.junit.jupiter.api.Test;

class CorrectionTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String AGENT = "/v1/objects/agent/agt_1";

  @Test
  void a_correction_holds_for_as_long_as_what_it_corrects() {
    var made = make();
    var changed = server.patch(token, AGENT, "{'agent_type':'cook'}");

    var corrected =
        server.post(
            token, AGENT + "/correct?at=" + made.text("valid_from"), "{'agent_type':'spy'}");

    assertThat(corrected.status()).isEqualTo(200);
    assertThat(corrected.header("ETag")).isEqualTo("\"3/" + changed.text("valid_from") + "\"");
    assertThat(corrected.object("object").names()).containsExactlyElementsOf(Kind.AGENT.fields());
    assertThat(corrected.object("object").text("agent_type")).isEqualTo("spy");
    assertThat(corrected.text("valid_from")).isEqualTo(made.text("valid_from"));
    assertThat(corrected.text("valid_to")).isEqualTo(changed.text("valid_from"));
    assertThat(type("")).isEqualTo("cook");
    assertThat(type("?as_known_at=1")).isEqualTo("scout");
    assertThat(type("?as_of=" + made.text("valid_from"))).isEqualTo("spy");
    assertThat(type("?as_known_at=2&as_of=" + made.text("valid_from"))).isEqualTo("scout");
  }

  @Test
  void without_a_time_what_is_in_force_now_is_corrected() {
    var made = make();
    var corrected =
        server.send(
            "POST",
            token,
            AGENT + "/correct",
            "{\"agent_type\":\"spy\"}",
            "Content-Type",
            "application/merge-patch+json");
    assertThat(corrected.status()).isEqualTo(200);
    assertThat(corrected.text("valid_from")).isEqualTo(made.text("valid_from"));
    var event = server.get(token, AGENT + "/versions").list("versions").getFirst();
    assertThat(
            server.get(token, "/v1/events/" + event.text("mutation_event_id")).text("event_type"))
        .isEqualTo("quipu.object_corrected");
  }

  @Test
  void what_would_correct_nothing_writes_nothing() {
    make();
    var head = server.head(token);
    var same = server.post(token, AGENT + "/correct", "{'agent_type':'scout'}");
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.body()).isEqualTo(server.get(token, AGENT).body());
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void only_what_held_then_can_be_corrected() {
    make();
    var head = server.head(token);
    var early = server.post(token, AGENT + "/correct?at=2026-01-01T00:00:00Z", "{}");
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.text("code")).isEqualTo("object.not_valid");
    var odd = server.post(token, AGENT + "/correct?at=soon", "{'agent_type':7,'nope':1}");
    assertThat(odd.faults())
        .containsExactly("time.format@/at", "field.type@/agent_type", "field.unknown@/nope");
    assertThat(server.post(token, AGENT + "/correct", "{'agent_id':'agt_2'}").faults())
        .containsExactly("field.fixed@/agent_id");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_stale_correction_is_refused_and_a_repeated_one_is_done_once() {
    make();
    var body = "{'agent_type':'spy'}";
    assertThat(server.post(token, AGENT + "/correct", body, "If-Match", "\"2\"").status())
        .isEqualTo(412);
    var first =
        server.post(
            token, AGENT + "/correct", body, "If-Match", "\"1\"", "Idempotency-Key", "once");
    var again =
        server.post(
            token, AGENT + "/correct", body, "If-Match", "\"1\"", "Idempotency-Key", "once");
    assertThat(first.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    var other = AGENT + "/correct?at=" + first.text("valid_from");
    assertThat(server.post(token, other, body, "Idempotency-Key", "once").status()).isEqualTo(409);
  }

  @Test
  void only_who_may_change_an_object_may_correct_it() {
    server.post(
        token,
        "/v1/objects/agent",
        "{'agent_id':'agt_1','visibility':'public','access':{'team_id':null}}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2'}");
    var bob = server.newKey(token, "user_bob", "read", "write");
    for (var act : new String[] {"/correct", "/invalidate", "/rollback", "/lifecycle"}) {
      var body = bodyFor(act);
      assertThat(server.post(bob, AGENT + act, body).status()).as(act).isEqualTo(403);
      var hidden = server.post(bob, "/v1/objects/agent/agt_2" + act, body);
      var absent = server.post(bob, "/v1/objects/agent/agt_3" + act, body);
      assertThat(hidden.status()).as(act).isEqualTo(404);
      assertThat(hidden.bodyText()).isEqualTo(absent.bodyText());
    }
  }

  private static String bodyFor(String act) {
    return switch (act) {
      case "/rollback" -> "{'version':1}";
      case "/lifecycle" -> "{'to':'stale'}";
      default -> "{}";
    };
  }

  private TestServer.Answer make() {
    return server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','agent_type':'scout'}");
  }

  private String type(String time) {
    return server.get(token, AGENT + time).object("object").text("agent_type");
  }
}
