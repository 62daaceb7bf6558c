package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import org.junit.jupiter.api.Test;

class BudgetTest extends DoorTest {

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bob = server.newKey(token, "user_bob", "read", "write");

  @Test
  void tokens_are_counted_and_refused_when_they_are_used_up() {
    session("'budget_token':10");
    assertThat(use(alice, 6, "").status()).isEqualTo(201);
    var head = server.head(alice);

    var refused = use(alice, 5, "");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.text("code")).isEqualTo("budget.exhausted");
    assertThat(server.head(alice)).isEqualTo(head);
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":10,\"used\":6}");
    assertThat(use(alice, 4, "").status()).isEqualTo(201);
    assertThat(use(alice, 0, "").status()).isEqualTo(201);
    assertThat(use(alice, 1, "").status()).isEqualTo(429);
    assertThat(spent("tokens").get("used").toString()).isEqualTo("10");
  }

  @Test
  void a_task_can_be_finished_when_its_budget_is_used_up() {
    session("'budget_token':10");
    use(alice, 10, "");
    var finished =
        server.post(
            alice,
            "/v1/events",
            "{'event_type':'task_finished','session_id':'ses_1','payload':{'usage':{'tokens':3}}}");
    assertThat(finished.status()).as(finished.bodyText()).isEqualTo(201);
    assertThat(server.get(alice, "/v1/objects/session/ses_1").object("object").text("status"))
        .isEqualTo("completed");
  }

  @Test
  void a_count_stops_at_what_a_number_holds() {
    session("'budget_token':10");
    for (int i = 0; i < 3; i++) {
      var finished =
          server.post(
              alice,
              "/v1/events",
              "{'event_type':'task_finished','session_id':'ses_1',"
                  + "'payload':{'usage':{'tokens':9007199254740992}}}");
      assertThat(finished.status()).as(finished.bodyText()).isEqualTo(201);
    }
    assertThat(spent("tokens").get("used").toString()).isEqualTo("9007199254740992");
  }

  @Test
  void a_raised_budget_goes_on_where_it_was() {
    session("'budget_token':10");
    use(alice, 10, "");
    assertThat(use(alice, 5, "").status()).isEqualTo(429);
    server.patch(alice, "/v1/objects/session/ses_1", "{'budget_token':20}");
    assertThat(use(alice, 5, "").status()).isEqualTo(201);
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":20,\"used\":15}");
    server.patch(alice, "/v1/objects/session/ses_1", "{'budget_token':null}");
    assertThat(use(alice, 500, "").status()).isEqualTo(201);
  }

  @Test
  void time_is_counted_from_the_start_of_the_session() {
    session("'budget_time_ms':60000,'start_ts':'2026-01-01T00:00:00Z'");
    assertThat(use(alice, 0, ",'event_time':'2026-01-01T00:00:40Z'").status()).isEqualTo(201);
    assertThat(spent("time_ms").toString()).isEqualTo("{\"limit\":60000,\"used\":40000}");
    var late = use(alice, 0, ",'event_time':'2026-01-01T00:01:01Z'");
    assertThat(late.status()).isEqualTo(429);
    assertThat(late.text("code")).isEqualTo("budget.exhausted");
    assertThat(use(alice, 0, ",'event_time':'2026-01-01T00:00:20Z'").status()).isEqualTo(201);
    assertThat(spent("time_ms").get("used").toString()).isEqualTo("40000");
    server.patch(alice, "/v1/objects/session/ses_1", "{'budget_time_ms':120000}");
    assertThat(use(alice, 0, ",'event_time':'2026-01-01T00:01:01Z'").status()).isEqualTo(201);
  }

  @Test
  void events_of_others_in_a_private_session_neither_count_nor_learn_of_it() {
    session("'budget_token':10,'visibility':'private'");
    use(alice, 10, "");

    assertThat(use(bob, 100, "").status()).isEqualTo(201);
    assertThat(spent("tokens").get("used").toString()).isEqualTo("10");
    assertThat(server.get(bob, "/v1/objects/state?state_type=budget_state").list("objects"))
        .isEmpty();
    // Writing in another's name is refused for what it is, whatever the other's budget.
    var disguised = use(bob, 100, ",'access':{'owner_kind':'user','owner_id':'user_alice'}");
    assertThat(disguised.status()).isEqualTo(403);
    assertThat(disguised.text("code")).isEqualTo("owner.foreign");
  }

  @Test
  void in_a_session_that_is_open_to_everybody_only_its_owner_spends_and_sees_the_count() {
    session("'budget_token':10,'visibility':'public','access':{'team_id':null}");
    assertThat(use(alice, 7, ",'visibility':'private'").status()).isEqualTo(201);
    assertThat(use(bob, 70, "").status()).isEqualTo(201);
    assertThat(spent("tokens").get("used").toString()).isEqualTo("7");
    assertThat(server.get(bob, "/v1/objects/state").list("objects")).isEmpty();
  }

  @Test
  void what_is_spent_in_a_session_below_counts_above() {
    session("'budget_token':10");
    server.post(alice, "/v1/objects/session", "{'session_id':'ses_2','parent_session_id':'ses_1'}");
    var below = "{'event_type':'note','session_id':'ses_2','payload':{'usage':{'tokens':8}}}";
    assertThat(server.post(alice, "/v1/events", below).status()).isEqualTo(201);
    assertThat(server.post(alice, "/v1/events", below).text("code")).isEqualTo("budget.exhausted");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":10,\"used\":8}");
  }

  @Test
  void nobody_counts_by_hand() {
    session("'budget_token':0");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":0,\"used\":0}");
    var state =
        "/v1/objects/state/"
            + server.get(alice, "/v1/objects/state").list("objects").getFirst().text("object_id");
    var head = server.head(alice);
    assertThat(server.patch(alice, state, "{'state_value':{'used':0}}").text("code"))
        .isEqualTo("state.counted");
    assertThat(server.delete(alice, state).text("code")).isEqualTo("state.counted");
    var said =
        "{'event_type':'note','session_id':'ses_1',"
            + "'payload':{'state':{'type':'budget_state','key':'tokens','value':1}}}";
    assertThat(server.post(alice, "/v1/events", said).faults())
        .containsExactly("state.counted@/payload/state/key");
    assertThat(server.head(alice)).isEqualTo(head);
  }

  @Test
  void an_agent_whose_time_is_over_is_blocked_until_there_is_more() {
    server.post(alice, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    session("'budget_time_ms':1000,'agent_id':'agt_1','start_ts':'2026-01-01T00:00:00Z'");
    var blocked = "/v1/objects/agent/agt_1/blocked";
    assertThat(server.get(alice, blocked).list("reasons")).hasSize(1);
    server.patch(alice, "/v1/objects/session/ses_1", "{'budget_time_ms':null}");
    assertThat(server.get(alice, blocked).list("reasons")).isEmpty();
  }

  @Test
  void a_budget_that_is_planned_or_was_once_is_not_the_budget_now() {
    session("'budget_token':10");
    var path = "/v1/objects/session/ses_1";
    server.patch(alice, path + "?effective_at=2030-01-01T00:00:00Z", "{'budget_token':5}");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":10,\"used\":0}");
    assertThat(spentAt("2030-02-01T00:00:00Z")).isEqualTo("{\"limit\":5,\"used\":0}");

    use(alice, 6, "");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":10,\"used\":6}");
    assertThat(spentAt("2030-02-01T00:00:00Z")).isEqualTo("{\"limit\":5,\"used\":6}");

    server.patch(alice, path, "{'budget_token':20}");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":20,\"used\":6}");
    assertThat(spentAt("2030-02-01T00:00:00Z")).isEqualTo("{\"limit\":5,\"used\":6}");

    server.patch(alice, path + "?effective_at=2020-01-01T00:00:00Z", "{'budget_token':1}");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":20,\"used\":6}");
  }

  @Test
  void a_plan_for_something_else_keeps_its_own_budget() {
    session("'budget_token':10");
    var path = "/v1/objects/session/ses_1";
    server.patch(alice, path + "?effective_at=2030-01-01T00:00:00Z", "{'goal':'tea'}");
    server.patch(alice, path, "{'budget_token':20}");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":20,\"used\":0}");
    var later = server.get(alice, path + "?as_of=2030-02-01T00:00:00Z").object("object");
    assertThat(later.get("budget_token").toString()).isEqualTo("10");
    assertThat(spentAt("2030-02-01T00:00:00Z")).isEqualTo("{\"limit\":10,\"used\":0}");
  }

  @Test
  void what_was_planned_for_a_budget_goes_when_its_session_ends() {
    session("'budget_token':50");
    var path = "/v1/objects/session/ses_1";
    server.patch(alice, path + "?effective_at=2030-01-01T00:00:00Z", "{'budget_token':5}");
    server.post(alice, path + "/invalidate", "{}");
    server.patch(alice, path, "{'budget_token':100}");
    use(alice, 10, "");
    assertThat(spent("tokens").toString()).isEqualTo("{\"limit\":100,\"used\":10}");
    assertThat(spentAt("2030-02-01T00:00:00Z")).isEqualTo("{\"limit\":100,\"used\":10}");
  }

  @Test
  void nothing_takes_the_place_of_a_count() {
    session("'budget_token':0");
    server.post(alice, "/v1/objects/memory", "{'memory_id':'mem_1','content':'no budget'}");
    var count = server.get(alice, "/v1/objects/state").list("objects").getFirst();
    var edge =
        "{'src_type':'memory','src_object_id':'mem_1','edge_type':'supersedes','dst_type':'state','dst_object_id':'%s'}"
            .formatted(count.text("object_id"));
    assertThat(server.post(alice, "/v1/objects/edge", edge).faults())
        .containsExactly("state.counted@/dst_object_id");
  }

  private String spentAt(String asOf) {
    var counts =
        server.get(alice, "/v1/objects/state?state_key=tokens&as_of=" + asOf).list("objects");
    assertThat(counts).hasSize(1);
    return counts.getFirst().object("object").object("state_value").toString();
  }

  @Test
  void an_agent_is_blocked_by_the_budget_of_a_session_above() {
    for (var agent : new String[] {"agt_1", "agt_2"}) {
      server.post(alice, "/v1/objects/agent", "{'agent_id':'" + agent + "'}");
    }
    session("'budget_token':10,'agent_id':'agt_1'");
    server.post(
        alice,
        "/v1/objects/session",
        "{'session_id':'ses_2','parent_session_id':'ses_1','agent_id':'agt_2'}");
    var blocked = "/v1/objects/agent/agt_2/blocked";
    assertThat(server.get(alice, blocked).list("reasons")).isEmpty();
    use(alice, 10, "");
    assertThat(server.get(alice, blocked).list("reasons")).hasSize(1);
    server.patch(alice, "/v1/objects/session/ses_1", "{'budget_token':20}");
    assertThat(server.get(alice, blocked).list("reasons")).isEmpty();
  }

  private void session(String fields) {
    var made = server.post(alice, "/v1/objects/session", "{'session_id':'ses_1'," + fields + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static TestServer.Answer use(String as, int tokens, String more) {
    return server.post(
        as,
        "/v1/events",
        "{'event_type':'note','session_id':'ses_1','payload':{'usage':{'tokens':"
            + tokens
            + "}}"
            + more
            + "}");
  }

  private JsonObject spent(String key) {
    return server
        .get(alice, "/v1/objects/state?state_type=budget_state&state_key=" + key)
        .list("objects")
        .getFirst()
        .object("object")
        .object("state_value");
  }
}
