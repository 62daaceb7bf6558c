package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StateTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String PATH = "/v1/objects/state";
  private static final String NOTE = "{'state_type':'blackboard','state_key':'note'";

  @Test
  void a_state_has_the_fields_of_the_seed_and_an_id_that_follows_from_its_key() {
    var made = server.post(token, PATH, NOTE + ",'state_value':{'a':[1]}}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    var state = made.object("object");
    assertThat(state.names())
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
    assertThat(made.text("object_id")).matches("state_[0-9a-f]{24}");
    assertThat(state.text("state_id")).isEqualTo(made.text("object_id"));
    assertThat(state.object("state_value").toString()).isEqualTo("{\"a\":[1]}");
    assertThat(state.text("checkpoint_ts")).isEqualTo(made.text("valid_from"));
    assertThat(
            server
                .get(token, "/v1/events/" + state.text("derived_from_event_id"))
                .text("event_type"))
        .isEqualTo("quipu.object_created");
  }

  @Test
  void a_second_state_under_the_same_key_is_a_change_of_the_first() {
    var path = PATH + "/" + server.post(token, PATH, NOTE + "}").text("object_id");
    assertThat(server.post(token, PATH, NOTE + "}").status()).isEqualTo(409);
    var changed = server.patch(token, path, "{'state_value':'new'}");
    assertThat(changed.object("object").get("version")).isEqualTo(Json.of(2));
    var events =
        server.get(token, path + "/versions").list("versions").stream()
            .map(version -> version.object("object").text("derived_from_event_id"))
            .toList();
    assertThat(events).doesNotHaveDuplicates().hasSize(2);
    assertThat(server.get(token, path + "?as_known_at=1").object("object").get("state_value"))
        .isEqualTo(Json.NULL);
  }

  @Test
  void an_event_writes_the_same_state_as_a_direct_write() {
    var agent = "'agent_id':'agt_1'";
    var event =
        "{'event_type':'n',"
            + agent
            + ",'payload':{'state':{'type':'blackboard','key':'note','value':1}}}";
    server.post(token, "/v1/events", event);
    var taken = server.post(token, PATH, NOTE + "," + agent + "}");
    assertThat(taken.status()).isEqualTo(409);
    var states = server.get(token, PATH + "?agent_id=agt_1&state_key=note").list("objects");
    assertThat(states).hasSize(1);
    var path = PATH + "/" + states.getFirst().text("object_id");
    server.patch(token, path, "{'state_value':2}");
    server.post(token, "/v1/events", event);
    assertThat(server.get(token, path).object("object").get("version")).isEqualTo(Json.of(3));
    assertThat(server.get(token, path).object("object").get("state_value")).isEqualTo(Json.of(1));
  }

  @Test
  void every_type_of_state_is_taken_and_no_other() {
    for (var type :
        List.of(
            "current_plan",
            "tool_stack",
            "execution_status",
            "budget_state",
            "blackboard",
            "failure_marker")) {
      var made = server.post(token, PATH, "{'state_type':'" + type + "','state_key':'k'}");
      assertThat(made.status()).as(type).isEqualTo(201);
      assertThat(server.get(token, PATH + "?state_type=" + type).list("objects")).hasSize(1);
    }
    var odd = server.post(token, PATH, "{'state_type':'mood','state_key':'k'}");
    assertThat(odd.faults()).containsExactly("enum.unknown@/state_type");
    assertThat(odd.bodyText()).contains("failure_marker");
    assertThat(server.post(token, PATH, "{'state_id':'state_x','version':2}").faults())
        .contains("id.derived@/state_id", "field.computed@/version")
        .contains("field.required@/state_type", "field.required@/state_key");
  }

  @Test
  void what_a_state_is_of_does_not_change() {
    var path = PATH + "/" + server.post(token, PATH, NOTE + "}").text("object_id");
    assertThat(server.patch(token, path, "{'state_key':'other','version':7}").faults())
        .containsExactlyInAnyOrder("field.fixed@/state_key", "field.computed@/version");
  }

  @Test
  void an_event_gives_a_retracted_state_a_value_and_takes_the_retraction_not_back() {
    var path = PATH + "/" + server.post(token, PATH, NOTE + "}").text("object_id");
    server.post(token, path + "/lifecycle", "{'to':'retracted'}");
    say(1);
    var state = server.get(token, path);
    assertThat(state.text("lifecycle")).isEqualTo("retracted");
    assertThat(state.object("object").get("state_value")).isEqualTo(Json.of(1));
  }

  @Test
  void an_event_makes_a_state_active_that_was_put_away_or_has_gone_stale() {
    var path = PATH + "/" + server.post(token, PATH, NOTE + "}").text("object_id");
    for (var step : List.of("archived", "stale")) {
      server.post(token, path + "/lifecycle", "{'to':'" + step + "'}");
      say(1);
      assertThat(server.get(token, path).text("lifecycle")).as(step).isEqualTo("active");
    }
  }

  @Test
  void an_event_leaves_a_state_stale_that_something_else_supersedes() {
    var old = server.post(token, PATH, NOTE + "}").text("object_id");
    var other = "{'state_type':'blackboard','state_key':'other'}";
    var fresh = server.post(token, PATH, other).text("object_id");
    server.post(
        token,
        "/v1/objects/edge",
        "{'src_type':'state','src_object_id':'%s','edge_type':'supersedes','dst_type':'state','dst_object_id':'%s'}"
            .formatted(fresh, old));
    say(1);
    assertThat(server.get(token, PATH + "/" + old).text("lifecycle")).isEqualTo("stale");
  }

  @Test
  void an_event_lets_a_deleted_state_begin_anew_and_brings_nothing_back() {
    var made = server.post(token, PATH, NOTE + ",'state_value':'secret'}");
    var path = PATH + "/" + made.text("object_id");
    var then = server.get(token, "/v1/log/head").number("position");
    server.patch(token, path + "?effective_at=2020-01-01T00:00:00Z", "{'state_value':'older'}");
    server.patch(token, path + "?effective_at=2090-01-01T00:00:00Z", "{'state_value':'planned'}");
    server.delete(token, path);
    say("2024-01-01T00:00:00Z", 1);

    assertThat(server.get(token, path).object("object").get("state_value")).isEqualTo(Json.of(1));
    assertThat(server.get(token, path + "?as_of=2022-01-01T00:00:00Z").status()).isEqualTo(404);
    assertThat(
            server
                .get(token, path + "?as_of=2095-01-01T00:00:00Z")
                .object("object")
                .get("state_value"))
        .isEqualTo(Json.of(1));
    assertThat(server.get(token, PATH).list("objects")).hasSize(1);
    var known = server.get(token, path + "?as_known_at=" + then);
    assertThat(known.object("object").get("state_value")).isEqualTo(Json.of("secret"));
    assertThat(server.post(token, path + "/undo", "{}").text("code"))
        .isEqualTo("object.not_deleted");
    assertThat(asked("'query_text':'secret'")).isEmpty();
    assertThat(asked("'query_text':'secret','as_known_at':" + then)).hasSize(1);
    say(2);
    assertThat(server.get(token, path).object("object").get("state_value")).isEqualTo(Json.of(2));
  }

  @Test
  void no_event_makes_a_state_active_while_something_that_holds_supersedes_it() {
    var old = server.post(token, PATH, NOTE + "}").text("object_id");
    var edge = supersede(old);
    server.delete(token, PATH + "/" + old);
    say(1);
    assertThat(lifecycle(old)).as("deleted").isEqualTo("stale");
    server.post(token, PATH + "/" + old + "/invalidate", "{}");
    say(2);
    assertThat(lifecycle(old)).as("ended").isEqualTo("stale");
    server.post(token, "/v1/objects/edge/" + edge + "/invalidate", "{}");
    say(3);
    assertThat(lifecycle(old)).as("no longer superseded").isEqualTo("active");
  }

  @Test
  void an_event_that_supersedes_the_state_it_speaks_of_leaves_it_stale() {
    var old = server.post(token, PATH, NOTE + "}").text("object_id");
    var said =
        "{'event_type':'n','payload':{'text':'no','state':{'type':'blackboard','key':'note','value':1},"
            + "'edges':[{'edge_type':'supersedes','dst_type':'state','dst_object_id':'%s'}]}}"
                .formatted(old);
    assertThat(server.post(token, "/v1/events", said).status()).isEqualTo(201);
    assertThat(lifecycle(old)).isEqualTo("stale");
    say(2);
    assertThat(lifecycle(old)).isEqualTo("stale");
  }

  @Test
  void what_is_said_late_of_a_state_is_stale_if_it_was_superseded_by_then() {
    say("2026-01-01T00:30:00Z", 1);
    var old = server.get(token, PATH).list("objects").getFirst().text("object_id");
    var said =
        "{'event_type':'n','event_time':'2026-01-01T00:10:00Z','payload':{'text':'no','edges':["
            + "{'edge_type':'supersedes','dst_type':'state','dst_object_id':'%s'}]}}"
                .formatted(old);
    assertThat(server.post(token, "/v1/events", said).status()).isEqualTo(201);
    say("2026-01-01T00:20:00Z", 2);
    for (var time : List.of("2026-01-01T00:21:00Z", "2026-01-01T00:31:00Z")) {
      var then = server.get(token, PATH + "/" + old + "?as_of=" + time);
      assertThat(then.text("lifecycle")).as(time).isEqualTo("stale");
    }
  }

  @Test
  void a_state_that_begins_anew_or_holds_again_marks_what_it_supersedes() {
    server.post(token, "/v1/objects/memory", "{'memory_id':'mem_1','content':'tea'}");
    var state = server.post(token, PATH, NOTE + "}").text("object_id");
    edge("state", state, "memory", "mem_1");
    var step = "/v1/objects/memory/mem_1/lifecycle";
    server.delete(token, PATH + "/" + state);
    assertThat(server.post(token, step, "{'to':'active'}").status()).isEqualTo(200);
    say(1);
    assertThat(server.get(token, "/v1/objects/memory/mem_1").text("lifecycle")).isEqualTo("stale");
    server.post(token, PATH + "/" + state + "/invalidate", "{}");
    assertThat(server.post(token, step, "{'to':'active'}").status()).isEqualTo(200);
    say(2);
    assertThat(server.get(token, "/v1/objects/memory/mem_1").text("lifecycle")).isEqualTo("stale");
  }

  private String lifecycle(String state) {
    return server.get(token, PATH + "/" + state).text("lifecycle");
  }

  private String supersede(String state) {
    server.post(token, "/v1/objects/memory", "{'memory_id':'mem_new','content':'instead'}");
    return edge("memory", "mem_new", "state", state);
  }

  private String edge(String fromType, String from, String toType, String to) {
    var made =
        server.post(
            token,
            "/v1/objects/edge",
            "{'src_type':'%s','src_object_id':'%s','edge_type':'supersedes','dst_type':'%s','dst_object_id':'%s'}"
                .formatted(fromType, from, toType, to));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made.text("object_id");
  }

  private List<JsonObject> asked(String question) {
    var head = server.get(token, "/v1/log/head").number("position");
    return server
        .post(
            token,
            "/v1/query",
            "{%s,'object_types':['state'],'after':%d}".formatted(question, head))
        .list("objects");
  }

  private void say(int value) {
    say(null, value);
  }

  private void say(@Nullable String time, int value) {
    var said =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'n',%s'payload':{'state':{'type':'blackboard','key':'note','value':%d}}}"
                .formatted(time == null ? "" : "'event_time':'" + time + "',", value));
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }
}
