package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockedTest extends DoorTest {

  private static final String AGENT = "/v1/objects/agent/agt_1";

  private final String token = server.newTenant();

  @Test
  void an_agent_that_nothing_holds_up_is_not_blocked() {
    event("user_message", "{'text':'hello'}");
    var answer = server.get(token, AGENT + "/blocked");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().names()).containsExactly("blocked", "reasons", "position");
    assertThat(answer.body().get("blocked").toString()).isEqualTo("false");
    assertThat(answer.list("reasons")).isEmpty();
  }

  @Test
  void an_agent_waits_for_a_tool_until_it_returns() {
    var called = event("tool_call_issued", "{'tool':'search'}");
    var answer = server.get(token, AGENT + "/blocked");
    assertThat(answer.body().get("blocked").toString()).isEqualTo("true");
    var reason = answer.list("reasons").getFirst();
    assertThat(reason.text("why")).isEqualTo("waiting for tool search");
    assertThat(reason.text("event_id")).isEqualTo(called.text("event_id"));
    assertThat(reason.object("state").names())
        .containsExactly(
            "state_id",
            "agent_id",
            "session_id",
            "state_type",
            "state_key",
            "state_value",
            "derived_from_event_id",
            "checkpoint_ts",
            "version");
    assertThat(reason.text("since")).isEqualTo(reason.object("state").text("checkpoint_ts"));

    long waiting = called.number("position");
    event("tool_result_returned", "{'tool':'search','result':'found'}");
    assertThat(whys()).isEmpty();
    assertThat(whys("?as_known_at=" + waiting)).containsExactly("waiting for tool search");
  }

  /// Whose record an agent is does not matter to who has used its name as well.
  @Test
  void who_uses_an_agents_name_is_told_what_it_may_see() {
    event("tool_call_issued", "{'tool':'hidden'}");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var absent = server.get(bob, "/v1/objects/agent/agt_none/blocked");
    assertThat(server.get(bob, AGENT + "/blocked").status()).isEqualTo(404);
    assertThat(server.get(bob, AGENT + "/blocked").bodyText()).isEqualTo(absent.bodyText());

    server.post(bob, "/v1/events", "{'event_type':'n','agent_id':'agt_1'}");
    assertThat(server.get(bob, AGENT + "/blocked").list("reasons")).isEmpty();
    server.post(
        bob,
        "/v1/events",
        "{'event_type':'tool_call_issued','agent_id':'agt_1','payload':{'tool':'search'}}");
    var reasons = server.get(bob, AGENT + "/blocked").list("reasons");
    assertThat(reasons).hasSize(1);
    assertThat(reasons.getFirst().text("why")).isEqualTo("waiting for tool search");
    assertThat(server.get(bob, AGENT + "/blocked?as_known_at=1").status()).isEqualTo(404);
  }

  @Test
  void a_tool_that_failed_blocks_until_it_succeeds() {
    event("tool_call_issued", "{'tool':'search'}");
    event("tool_result_returned", "{'tool':'search','status':'error','text':'timed out'}");
    assertThat(whys()).containsExactly("search failed");
    event("tool_call_issued", "{'tool':'search'}");
    event("tool_result_returned", "{'tool':'search','result':'ok'}");
    assertThat(whys()).isEmpty();
  }

  @Test
  void an_agent_that_says_that_it_waits_is_blocked() {
    event("note", "{'state':{'type':'execution_status','key':'task','value':'waiting'}}");
    assertThat(whys()).containsExactly("task is waiting");
    event(
        "note", "{'state':{'type':'execution_status','key':'task','value':{'status':'blocked'}}}");
    assertThat(whys()).containsExactly("task is blocked");
    event("note", "{'state':{'type':'execution_status','key':'task','value':'going on'}}");
    assertThat(whys()).isEmpty();
    event("task_finished", "{'status':'failed'}");
    assertThat(whys()).isEmpty();
    server.patch(token, "/v1/objects/session/ses_1", "{'status':'running'}");
    assertThat(whys()).containsExactly("task is failed");
  }

  @Test
  void an_agent_whose_session_has_used_up_its_budget_is_blocked() {
    event("user_message", "{'text':'go'}");
    server.patch(token, "/v1/objects/session/ses_1", "{'budget_token':10}");
    event("note", "{'usage':{'tokens':9}}");
    assertThat(whys()).isEmpty();
    event("note", "{'usage':{'tokens':1}}");
    assertThat(whys()).containsExactly("the session's budget of 10 tokens is used up");
    event("task_finished", "{}");
    assertThat(whys()).isEmpty();
  }

  @Test
  void nobody_is_told_of_states_that_are_not_for_them() {
    event(
        "tool_call_issued", "{'tool':'open'}", ",'visibility':'public','access':{'team_id':null}");
    event("tool_call_issued", "{'tool':'secret'}", ",'visibility':'private'");
    var bob = server.newKey(token, "user_bob", "read");

    assertThat(whys(bob, "")).containsExactly("waiting for tool open");
    assertThat(whys())
        .containsExactlyInAnyOrder("waiting for tool open", "waiting for tool secret");
    var hidden = server.get(server.newTenant(), AGENT + "/blocked");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.text("code")).isEqualTo("object.not_found");
  }

  private TestServer.Answer event(String type, String payload) {
    return event(type, payload, "");
  }

  private TestServer.Answer event(String type, String payload, String more) {
    var made =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'"
                + type
                + "','agent_id':'agt_1','session_id':'ses_1','payload':"
                + payload
                + more
                + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made;
  }

  private List<String> whys() {
    return whys("");
  }

  private List<String> whys(String time) {
    return whys(token, time);
  }

  private static List<String> whys(String as, String time) {
    return server.get(as, AGENT + "/blocked" + time).list("reasons").stream()
        .map(reason -> reason.text("why"))
        .toList();
  }
}
