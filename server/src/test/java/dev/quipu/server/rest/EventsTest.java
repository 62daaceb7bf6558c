package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventsTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void an_event_gets_a_receipt_and_can_be_read_by_it() {
    var made =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'note','agent_id':'agt_1','session_id':'ses_1','payload':{'text':'hi'}}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("status")).isEqualTo("accepted");
    assertThat(made.number("position")).isEqualTo(1);
    assertThat(made.header("Log-Position")).isEqualTo("1");
    assertThat(made.list("objects").stream().map(o -> o.text("object_type")))
        .containsExactly("memory", "agent", "session", "user");

    var read = server.get(token, made.header("Location"));
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.object("payload").text("text")).isEqualTo("hi");
    assertThat(read.body().names())
        .containsExactly(
            "event_id",
            "tenant_id",
            "workspace_id",
            "agent_id",
            "session_id",
            "event_type",
            "event_time",
            "ingest_time",
            "visible_time",
            "logical_ts",
            "parent_event_id",
            "causal_refs",
            "payload",
            "source",
            "importance",
            "visibility",
            "version",
            "position",
            "rules",
            "recorded_by",
            "access");
  }

  @Test
  void the_same_event_again_is_a_duplicate_and_other_content_a_conflict() {
    var event = "{'event_id':'evt_1','event_type':'note','ingest_time':'2026-01-01T00:00:00Z'}";
    var first = server.post(token, "/v1/events", event);
    var head = server.head(token);

    var again = server.post(token, "/v1/events", event.replace("2026-01", "2026-02"));
    var other = server.post(token, "/v1/events", "{'event_id':'evt_1','event_type':'other'}");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("status")).isEqualTo("duplicate");
    assertThat(again.number("position")).isEqualTo(first.number("position"));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text("code")).isEqualTo("event.id_taken");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_whole_seed_event_is_taken_as_it_stands() {
    var made =
        server.post(
            token,
            "/v1/events",
            """
            {'event_id':'evt_s','workspace_id':'ws_1','agent_id':'agt_1','session_id':'ses_1',
             'event_type':'tool_call','event_time':'2026-01-01T10:00:00Z',
             'ingest_time':'2020-01-01T00:00:00Z','visible_time':'2020-01-01T00:00:00Z',
             'logical_ts':7,'parent_event_id':null,'causal_refs':['evt_0'],'payload':{'a':[1,2.5]},
             'source':'test','importance':0.9,'visibility':'private','version':3}""");

    assertThat(made.status()).isEqualTo(201);
    var read = server.get(token, "/v1/events/evt_s").body();
    assertThat(read.text("event_time")).isEqualTo("2026-01-01T10:00:00Z");
    assertThat(read.text("visible_time")).isGreaterThan("2026");
    assertThat(read.get("version").toString()).isEqualTo("3");
    assertThat(read.get("logical_ts").toString()).isEqualTo("7");
  }

  @Test
  void faults_of_values_and_of_fields_are_told_together() {
    var answer =
        server.send(
            "POST",
            token,
            "/v1/events",
            "{\"event_type\":5,\"payload\":{\"n\":\"\\ud800\",\"m\":9007199254740993},\"foo\":1}");

    assertThat(answer.faults())
        .containsExactlyInAnyOrder(
            "text.surrogate@/payload/n",
            "number.inexact@/payload/m",
            "field.type@/event_type",
            "field.unknown@/foo");
  }

  @Test
  void an_event_is_not_its_own_cause() {
    var answer =
        server.post(token, "/v1/events", "{'event_id':'e','event_type':'a','causal_refs':['e']}");

    assertThat(answer.faults()).containsExactly("reference.loop@/causal_refs");
  }

  @Test
  void access_can_be_said_and_is_shown() {
    server.post(
        token,
        "/v1/events",
        """
        {'event_id':'evt_a','event_type':'note','visibility':'confidential',
         'access':{'acl':{'read_team_ids':['team_b','team_a']}},
         'tags':['x'],'lang':'en','indexed':false,'ttl_days':3,'project_id':'prj_1'}""");

    var access = server.get(token, "/v1/events/evt_a").object("access");
    assertThat(access.text("visibility")).isEqualTo("confidential");
    assertThat(access.object("acl").get("read_team_ids").toString())
        .isEqualTo("[\"team_a\",\"team_b\"]");
    assertThat(access.text("expires_at")).isNotNull();
    assertThat(access.get("indexed").toString()).isEqualTo("false");
    assertThat(access.text("project_id")).isEqualTo("prj_1");
  }

  @Test
  void lists_are_filtered_ordered_and_paged() {
    for (int i = 1; i <= 5; i++) {
      append("evt_" + i, i % 2 == 0 ? "even" : "odd", "2026-01-0" + i + "T00:00:00Z");
    }

    assertThat(ids("/v1/events")).containsExactly("evt_1", "evt_2", "evt_3", "evt_4", "evt_5");
    assertThat(ids("/v1/events?event_type=even&order=desc")).containsExactly("evt_4", "evt_2");
    assertThat(ids("/v1/events?from=2026-01-02T00:00:00Z&to=2026-01-04T00:00:00Z"))
        .containsExactly("evt_2", "evt_3");
    assertThat(ids("/v1/events?as_known_at=2")).containsExactly("evt_1", "evt_2");
    assertThat(ids("/v1/events?as_of=2026-01-03T00:00:00Z"))
        .containsExactly("evt_1", "evt_2", "evt_3");

    var first = server.get(token, "/v1/events?limit=2");
    append("evt_6", "odd", "2026-01-06T00:00:00Z");
    var second = server.get(token, "/v1/events?limit=4&cursor=" + first.text("next_cursor"));
    assertThat(ids(second.list("events"))).containsExactly("evt_3", "evt_4", "evt_5");
    assertThat(second.body().get("next_cursor").toString()).isEqualTo("null");
    assertThat(second.number("position")).isEqualTo(5);
  }

  @Test
  void an_event_is_also_an_object() {
    append("evt_o", "note", "2026-01-01T00:00:00Z");

    var view = server.get(token, "/v1/objects/event/evt_o");
    assertThat(view.status()).isEqualTo(200);
    assertThat(view.object("object").members()).hasSize(17);
    assertThat(view.number("known_from")).isEqualTo(1);
    assertThat(view.text("access_reason")).isEqualTo("owner");
    assertThat(server.get(token, "/v1/objects/event/evt_o?as_known_at=0").status()).isEqualTo(404);
    assertThat(server.get(token, "/v1/objects/event/evt_o/access").text("owner_id"))
        .isEqualTo("user_admin");
  }

  @Test
  void what_is_not_there_looks_like_what_is_not_yours() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    server.post(alice, "/v1/events", "{'event_id':'evt_p','event_type':'note'}");

    var denied = server.get(bob, "/v1/events/evt_p");
    assertThat(denied.status()).isEqualTo(404);
    assertThat(denied.bodyText()).isEqualTo(server.get(bob, "/v1/events/evt_none").bodyText());
    assertThat(denied.bodyText()).isEqualTo(server.get(bob, "/v1/events/;$@!").bodyText());
    assertThat(server.get(bob, "/v1/events").list("events")).isEmpty();
  }

  @Test
  void a_key_without_the_grant_cannot_write() {
    var reader = server.newKey(token, "user_r", "read");
    var refused = server.post(reader, "/v1/events", "{'event_type':'note'}");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text("code")).isEqualTo("grant.missing");
  }

  private void append(String id, String type, String time) {
    server.post(
        token,
        "/v1/events",
        "{'event_id':'" + id + "','event_type':'" + type + "','event_time':'" + time + "'}");
  }

  private List<String> ids(String path) {
    return ids(server.get(token, path).list("events"));
  }

  private static List<String> ids(List<JsonObject> events) {
    return events.stream().map(event -> event.text("event_id")).toList();
  }

  @Test
  void a_cursor_of_events_stands_for_the_time_that_was_asked_for() {
    var own = server.newTenant();
    for (var time :
        List.of("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z")) {
      server.post(own, "/v1/events", "{'event_type':'n','event_time':'" + time + "'}");
    }
    var first = server.get(own, "/v1/events?limit=1&as_of=2026-01-02T12:00:00Z");
    var second = server.get(own, "/v1/events?limit=1&cursor=" + first.text("next_cursor"));
    assertThat(second.list("events").getFirst().text("event_time"))
        .isEqualTo("2026-01-02T00:00:00Z");
    assertThat(second.text("next_cursor")).isNull();
  }
}
