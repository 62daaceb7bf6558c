package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What takes the place of something marks it, at every time that it is about, and never in a
/// circle.
class SupersedingTest extends DoorTest {

  private final String token = server.newTenant();

  @BeforeEach
  void memories() {
    for (var id : List.of("old", "new", "third")) {
      server.post(
          token,
          "/v1/objects/memory",
          "{'memory_id':'" + id + "','content':'" + id + "','valid_from':'2024-01-01T00:00:00Z'}");
    }
  }

  @Test
  void a_circle_within_one_event_is_refused_and_changes_nothing() {
    var head = server.head(token);
    var event =
        "{'event_type':'note','payload':{'edges':[%s,%s,%s]}}"
            .formatted(
                claim("old", "supersedes", "new"),
                claim("new", "updates", "third"),
                claim("third", "supersedes", "old"));
    assertThat(server.post(token, "/v1/events", event).faults())
        .containsExactly("edge.cycle@/payload/edges/2");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void an_edge_does_not_come_back_when_the_contrary_was_said_meanwhile() {
    var first = edge("new", "old");
    server.delete(token, "/v1/objects/edge/" + first);
    edge("old", "new");
    var undo = server.post(token, "/v1/objects/edge/" + first + "/undo", "{}");
    assertThat(undo.status()).isEqualTo(409);
    assertThat(undo.text("code")).isEqualTo("edge.cycle");
  }

  @Test
  void what_was_planned_for_later_is_marked_too() {
    var later = "2031-01-01T00:00:00Z";
    server.patch(
        token, "/v1/objects/memory/old?effective_at=2030-01-01T00:00:00Z", "{'summary':'planned'}");
    edge("new", "old");
    assertThat(lifecycle("old", later)).isEqualTo("stale");

    server.patch(
        token, "/v1/objects/memory/third?effective_at=2030-01-01T00:00:00Z", "{'summary':'p'}");
    server.post(token, "/v1/objects/memory/third/lifecycle", "{'to':'retracted'}");
    assertThat(lifecycle("third", later)).isEqualTo("retracted");
    var planned = server.get(token, "/v1/objects/memory/third?as_of=" + later);
    assertThat(planned.object("object").text("summary")).isEqualTo("p");
  }

  @Test
  void a_word_that_comes_late_marks_every_version_since_its_time() {
    server.patch(
        token, "/v1/objects/memory/old?effective_at=2025-01-01T00:00:00Z", "{'content':'newer'}");
    say("2024-06-01T00:00:00Z", "old");
    assertThat(lifecycle("old", "2024-05-01T00:00:00Z")).isEqualTo("active");
    assertThat(lifecycle("old", "2024-07-01T00:00:00Z")).isEqualTo("stale");
    assertThat(lifecycle("old", "2025-02-01T00:00:00Z")).isEqualTo("stale");
    var now = server.get(token, "/v1/objects/memory/old");
    assertThat(now.text("lifecycle")).isEqualTo("stale");
    assertThat(now.text("text")).isEqualTo("newer");
  }

  @Test
  void a_task_that_supersedes_its_own_session_ends() {
    server.post(token, "/v1/objects/session", "{'session_id':'ses_1'}");
    var ended =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'task_finished','session_id':'ses_1','payload':{'edges':[{"
                + "'edge_type':'supersedes','dst_type':'session','dst_object_id':'ses_1'}]}}");
    assertThat(ended.status()).as(ended.bodyText()).isEqualTo(201);
    var session = server.get(token, "/v1/objects/session/ses_1");
    assertThat(session.text("lifecycle")).isEqualTo("stale");
    assertThat(session.object("object").text("status")).isEqualTo("completed");
  }

  @Test
  void a_word_from_before_its_target_marks_it_from_its_beginning() {
    say("2023-01-01T00:00:00Z", "old");
    assertThat(lifecycle("old", "2024-02-01T00:00:00Z")).isEqualTo("stale");
  }

  @Test
  void an_edge_that_holds_again_marks_its_target_again() {
    var edge = "/v1/objects/edge/" + edge("new", "old");
    server.delete(token, edge);
    activate("old");
    server.post(token, edge + "/undo", "{}");
    assertThat(lifecycle("old")).isEqualTo("stale");

    for (var revival : List.of("patch", "rollback")) {
      server.post(token, edge + "/invalidate", "{}");
      activate("old");
      var revived =
          revival.equals("patch")
              ? server.patch(token, edge, "{'weight':0.5}")
              : server.post(token, edge + "/rollback", "{'version':1}");
      assertThat(revived.status()).as(revived.bodyText()).isEqualTo(200);
      assertThat(lifecycle("old")).as(revival).isEqualTo("stale");
    }
  }

  @Test
  void what_comes_back_marks_what_it_supersedes_and_the_summaries_of_that() {
    edge("new", "old");
    server.delete(token, "/v1/objects/memory/new");
    activate("old");
    assertThat(lifecycle("old")).isEqualTo("active");
    var undone = server.post(token, "/v1/objects/memory/new/undo", "{}");
    assertThat(undone.status()).isEqualTo(200);
    assertThat(lifecycle("old")).isEqualTo("stale");
  }

  @Test
  void an_edge_that_has_ended_forbids_nothing() {
    var edge = "/v1/objects/edge/" + edge("new", "old");
    server.post(token, edge + "/invalidate", "{}");
    activate("old");
    edge("old", "new");
    assertThat(lifecycle("new")).isEqualTo("stale");
    assertThat(server.patch(token, edge, "{'weight':0.5}").text("code")).isEqualTo("edge.cycle");
  }

  @Test
  void an_edge_whose_source_has_ended_keeps_nothing_from_being_active() {
    edge("new", "old");
    server.post(token, "/v1/objects/memory/new/invalidate", "{}");
    activate("old");
    server.patch(token, "/v1/objects/memory/new", "{'importance':0.9}");
    assertThat(lifecycle("old")).isEqualTo("stale");
  }

  @Test
  void an_edge_that_is_said_to_hold_since_earlier_marks_its_target_since_then() {
    var edge = edge("new", "old");
    server.patch(
        token, "/v1/objects/edge/" + edge + "?effective_at=2025-01-01T00:00:00Z", "{'weight':0.5}");
    assertThat(lifecycle("old", "2024-12-01T00:00:00Z")).isEqualTo("active");
    assertThat(lifecycle("old", "2025-02-01T00:00:00Z")).isEqualTo("stale");
  }

  @Test
  void an_edge_one_of_whose_ends_has_ended_is_not_said_anew() {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2'}");
    var made =
        server.post(
            token,
            "/v1/objects/edge",
            "{'src_type':'agent','src_object_id':'agt_1','edge_type':'supports',"
                + "'dst_type':'agent','dst_object_id':'agt_2'}");
    server.post(token, "/v1/objects/agent/agt_2/invalidate", "{}");
    var changed = server.patch(token, made.header("Location"), "{'weight':0.5}");
    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.text("code")).isEqualTo("edge.end_absent");
  }

  private void activate(String memory) {
    var step = "/v1/objects/memory/" + memory + "/lifecycle";
    var active = server.post(token, step, "{'to':'active'}");
    assertThat(active.status()).as(active.bodyText()).isEqualTo(200);
  }

  private String lifecycle(String memory) {
    return server.get(token, "/v1/objects/memory/" + memory).text("lifecycle");
  }

  private void say(String time, String target) {
    var said =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'note','event_time':'%s','payload':{'text':'no','edges':[{"
                    .formatted(time)
                + "'edge_type':'supersedes','dst_type':'memory','dst_object_id':'%s'}]}}"
                    .formatted(target));
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }

  private String lifecycle(String memory, String asOf) {
    return server.get(token, "/v1/objects/memory/" + memory + "?as_of=" + asOf).text("lifecycle");
  }

  private String edge(String from, String to) {
    var made = server.post(token, "/v1/objects/edge", claim(from, "supersedes", to));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made.text("object_id");
  }

  private static String claim(String from, String type, String to) {
    return "{'src_type':'memory','src_object_id':'%s','edge_type':'%s','dst_type':'memory','dst_object_id':'%s'}"
        .formatted(from, type, to);
  }
}
