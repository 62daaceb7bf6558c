package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `/v1/events/{id}/causality`.
class CausalityTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void causes_and_effects_of_an_event_come_with_their_distance() {
    event(token, "e1", "");
    event(token, "e2", ",'parent_event_id':'e1'");
    event(token, "e3", ",'causal_refs':['e1']");
    event(token, "e4", ",'parent_event_id':'e3','causal_refs':['e2']");
    event(token, "e5", ",'causal_refs':['e4']");
    event(token, "e6", ",'causal_refs':['e5','e4']");

    var middle = causality(token, "e4", "");
    assertThat(middle.body().names())
        .containsExactly("event", "causes", "effects", "truncated", "position");
    assertThat(told(middle, "causes")).containsExactly("e3@1", "e2@1", "e1@2");
    assertThat(told(middle, "effects")).containsExactly("e5@1", "e6@1");
    assertThat(middle.object("event").array("caused_by").toString()).isEqualTo("[\"e3\",\"e2\"]");
    assertThat(middle.body().get("truncated").toString()).isEqualTo("false");
    assertThat(told(causality(token, "e1", ""), "effects"))
        .containsExactly("e2@1", "e3@1", "e4@2", "e5@3", "e6@3");
    assertThat(told(causality(token, "e4", "?as_known_at=5"), "effects")).containsExactly("e5@1");
    assertThat(causality(token, "e4", "?as_known_at=3").status()).isEqualTo(404);
  }

  @Test
  void a_cause_that_is_absent_and_one_that_is_hidden_look_the_same() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read");
    var open = ",'visibility':'public','access':{'team_id':null}";
    event(alice, "e_root", open);
    event(alice, "e_hidden", ",'causal_refs':['e_root']");
    event(alice, "e_open", ",'causal_refs':['e_hidden','e_absent']" + open);

    var causes = causality(bob, "e_open", "").list("causes");
    assertThat(causes).hasSize(2);
    assertThat(causes.getFirst().toString().replace("e_hidden", "e_absent"))
        .isEqualTo(causes.getLast().toString());
    assertThat(causes.getFirst().get("dangling").toString()).isEqualTo("true");
    assertThat(told(causality(alice, "e_open", ""), "causes"))
        .containsExactly("e_hidden@1", "e_absent@1", "e_root@2");
    assertThat(causality(alice, "e_open", "").list("causes").getFirst().get("dangling").toString())
        .isEqualTo("false");
    // Nor is there a way forth through what is hidden.
    assertThat(told(causality(bob, "e_root", ""), "effects")).isEmpty();
    assertThat(causality(bob, "e_hidden", "").bodyText())
        .isEqualTo(causality(bob, "e_absent", "").bodyText());
    assertThat(causality(server.newTenant(), "e_open", "").status()).isEqualTo(404);
  }

  @Test
  void a_circle_of_causes_is_refused_and_changes_nothing() {
    event(token, "e1", ",'causal_refs':['e3']");
    event(token, "e2", ",'parent_event_id':'e1'");
    var head = server.head(token);

    var closing = "{'event_type':'note','event_id':'e3','parent_event_id':'e2'}";
    assertThat(server.post(token, "/v1/events", closing).faults())
        .containsExactly("reference.cycle@/parent_event_id");
    assertThat(server.head(token)).isEqualTo(head);
  }

  /// Nobody learns of what he cannot see by being refused.
  @Test
  void a_circle_through_what_is_hidden_has_an_end() {
    var bob = server.newKey(token, "user_bob", "read", "write");
    event(bob, "h1", ",'causal_refs':['h2']");
    event(token, "h2", ",'causal_refs':['h1'],'visibility':'public','access':{'team_id':null}");

    assertThat(told(causality(bob, "h1", ""), "causes")).containsExactly("h2@1");
    assertThat(told(causality(bob, "h1", ""), "effects")).containsExactly("h2@1");
  }

  @Test
  void what_is_cut_is_said_to_be() {
    event(token, "e0", "");
    for (int i = 1; i < 6; i++) {
      event(token, "e" + i, ",'parent_event_id':'e" + (i - 1) + "'");
    }
    var cut = causality(token, "e5", "?limit=2");
    assertThat(told(cut, "causes")).containsExactly("e4@1", "e3@2");
    assertThat(cut.body().get("truncated").toString()).isEqualTo("true");
    assertThat(causality(token, "e5", "?limit=5").body().get("truncated").toString())
        .isEqualTo("false");
    assertThat(causality(token, "e5", "?limit=1001&nope=1").faults())
        .containsExactlyInAnyOrder("parameter.unknown@/nope", "number.range@/limit");
  }

  private static void event(String as, String id, String more) {
    var made =
        server.post(as, "/v1/events", "{'event_type':'note','event_id':'" + id + "'" + more + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static TestServer.Answer causality(String as, String event, String query) {
    return server.get(as, "/v1/events/" + event + "/causality" + query);
  }

  private static List<String> told(TestServer.Answer answer, String side) {
    return answer.list(side).stream()
        .map(link -> link.text("event_id") + "@" + link.get("depth"))
        .toList();
  }
}
