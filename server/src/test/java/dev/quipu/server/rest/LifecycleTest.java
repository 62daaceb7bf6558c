package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.object.Lifecycle;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifecycleTest extends DoorTest {

  private final String token = server.newTenant();

  private static final List<Lifecycle> MOVES =
      List.of(Lifecycle.ACTIVE, Lifecycle.STALE, Lifecycle.ARCHIVED, Lifecycle.RETRACTED);

  @Test
  void every_step_of_the_table_is_taken_and_no_other() {
    for (var from : MOVES) {
      for (var to : MOVES) {
        var path = in(from);
        var answer = move(path, to.wireName());
        var name = from + " to " + to;
        if (from == to || from.next().contains(to)) {
          assertThat(answer.status()).as(name).isEqualTo(200);
          assertThat(answer.text("lifecycle")).as(name).isEqualTo(to.wireName());
          assertThat(lifecycle(path)).as(name).isEqualTo(to.wireName());
        } else {
          assertThat(answer.status()).as(name).isEqualTo(409);
          assertThat(answer.text("code")).as(name).isEqualTo("lifecycle.step");
          assertThat(answer.text("hint")).as(name).contains("deleted");
          assertThat(lifecycle(path)).as(name).isEqualTo(from.wireName());
        }
      }
    }
  }

  @Test
  void everything_can_be_deleted_and_comes_back_as_it_was() {
    for (var from : MOVES) {
      assertThat(from.next()).contains(Lifecycle.DELETED);
      assertThat(Lifecycle.DELETED.next()).contains(from);
      var path = in(from);
      assertThat(server.delete(token, path).status()).isEqualTo(200);
      for (var to : MOVES) {
        assertThat(move(path, to.wireName()).status()).isEqualTo(404);
      }
      var back = server.send("POST", token, path + "/undo", null);
      assertThat(back.text("lifecycle")).isEqualTo(from.wireName());
    }
  }

  @Test
  void quarantine_and_deletion_have_doors_of_their_own() {
    for (var from : MOVES) {
      var path = in(from);
      for (var to : List.of("quarantined", "deleted")) {
        var refused = move(path, to);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.faults()).containsExactly("lifecycle.elsewhere@/to");
        assertThat(refused.bodyText()).contains(to.equals("deleted") ? "DELETE" : "policy_record");
      }
      assertThat(lifecycle(path)).isEqualTo(from.wireName());
    }
  }

  @Test
  void every_type_has_a_life() {
    Kind.prepare(server, token);
    for (var kind : Kind.values()) {
      var path =
          kind.path() + "/" + server.post(token, kind.path(), kind.made(1)).text("object_id");
      assertThat(move(path, "archived").text("lifecycle")).as(path).isEqualTo("archived");
      assertThat(ids(kind.path() + "?lifecycle=archived")).hasSize(1);
      assertThat(move(path, "active").text("lifecycle")).as(path).isEqualTo("active");
      assertThat(ids(kind.path() + "?lifecycle=archived")).isEmpty();
      assertThat(ids(kind.path() + "?lifecycle=active")).isNotEmpty();
    }
  }

  @Test
  void a_reason_is_kept_with_the_event() {
    var path = in(Lifecycle.ACTIVE);
    server.post(token, path + "/lifecycle", "{'to':'retracted','reason':'it was a lie'}");
    var version = server.get(token, path + "/versions").list("versions").getFirst();
    var event = server.get(token, "/v1/events/" + version.text("mutation_event_id"));
    assertThat(event.object("payload").text("reason")).isEqualTo("it was a lie");
    assertThat(event.text("event_type")).isEqualTo("quipu.object_changed");
  }

  @Test
  void a_life_is_read_at_any_time() {
    var path = in(Lifecycle.ACTIVE);
    long before = server.get(token, path).number("position");
    move(path, "stale");
    assertThat(lifecycle(path + "?as_known_at=" + before)).isEqualTo("active");
    assertThat(lifecycle(path)).isEqualTo("stale");
  }

  @Test
  void a_step_needs_something_that_holds_now() {
    var path = in(Lifecycle.ACTIVE);
    server.send("POST", token, path + "/invalidate", null);
    var refused = move(path, "archived");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("object.not_valid");
  }

  @Test
  void a_stale_step_is_refused_and_a_repeated_one_is_done_once() {
    var path = in(Lifecycle.ACTIVE) + "/lifecycle";
    var body = "{'to':'stale'}";
    assertThat(server.post(token, path, body, "If-Match", "\"7\"").status()).isEqualTo(412);
    var first = server.post(token, path, body, "If-Match", "\"1\"", "Idempotency-Key", "once");
    var again = server.post(token, path, body, "If-Match", "\"1\"", "Idempotency-Key", "once");
    assertThat(first.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    var head = server.head(token);
    assertThat(server.post(token, path, body).status()).isEqualTo(200);
    assertThat(server.post(token, path, "{'to':'gone','reason':7,'x':1}").faults())
        .containsExactly("enum.unknown@/to", "field.type@/reason", "field.unknown@/x");
    assertThat(server.head(token)).isEqualTo(head);
  }

  /// The path of a new object in this state.
  private String in(Lifecycle state) {
    var path =
        "/v1/objects/agent/" + server.post(token, "/v1/objects/agent", "{}").text("object_id");
    if (state != Lifecycle.ACTIVE) {
      assertThat(move(path, state.wireName()).status()).isEqualTo(200);
    }
    return path;
  }

  private TestServer.Answer move(String path, String to) {
    return server.post(token, path + "/lifecycle", "{'to':'" + to + "'}");
  }

  private String lifecycle(String path) {
    return server.get(token, path).text("lifecycle");
  }

  private List<String> ids(String path) {
    return server.get(token, path).list("objects").stream()
        .map(view -> view.text("object_id"))
        .toList();
  }
}
