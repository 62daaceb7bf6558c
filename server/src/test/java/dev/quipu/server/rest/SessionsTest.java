package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionsTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void a_session_opens_by_its_first_mention_and_closes_with_its_task() {
    event(
        "ses_1",
        "evt_1",
        "'event_type':'note','agent_id':'agt_1','event_time':'2026-01-01T00:00:00Z'");
    var open = session("ses_1");
    assertThat(open.text("status")).isEqualTo("running");
    assertThat(open.text("start_ts")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(open.text("agent_id")).isEqualTo("agt_1");
    assertThat(open.text("end_ts")).isNull();

    event("ses_1", "evt_2", "'event_type':'task_finished','event_time':'2026-01-01T01:00:00Z'");
    var closed = session("ses_1");
    assertThat(closed.text("status")).isEqualTo("completed");
    assertThat(closed.text("end_ts")).isEqualTo("2026-01-01T01:00:00Z");

    event("ses_2", "evt_3", "'event_type':'task_finished','payload':{'status':'failed'}");
    assertThat(session("ses_2").text("status")).isEqualTo("failed");
  }

  @Test
  void nobody_closes_the_session_of_another() {
    event("ses_1", "evt_1", "'event_type':'note','visibility':'public','access':{'team_id':null}");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var finished =
        server.post(bob, "/v1/events", "{'event_type':'task_finished','session_id':'ses_1'}");
    assertThat(finished.status()).isEqualTo(201);
    assertThat(session("ses_1").text("status")).isEqualTo("running");
  }

  @Test
  void times_and_parents_of_a_session_are_checked() {
    var backwards =
        server.post(
            token,
            "/v1/objects/session",
            "{'start_ts':'2026-01-02T00:00:00Z','end_ts':'2026-01-01T00:00:00Z'}");
    assertThat(backwards.faults()).containsExactly("time.order@/end_ts");
    var orphan = server.post(token, "/v1/objects/session", "{'parent_session_id':'ses_none'}");
    assertThat(orphan.faults()).containsExactly("reference.unknown@/parent_session_id");
    open("ses_1", null);
    assertThat(
            server
                .patch(token, "/v1/objects/session/ses_1", "{'end_ts':'2020-01-01T00:00:00Z'}")
                .faults())
        .containsExactly("time.order@/end_ts");
    assertThat(server.get(token, "/v1/log/head").number("position")).isEqualTo(1);
  }

  @Test
  void a_list_reaches_into_the_sessions_below() {
    open("ses_a", null);
    open("ses_b", "ses_a");
    open("ses_c", "ses_b");
    open("ses_x", null);
    var expected = new ArrayList<String>();
    var order = List.of("ses_c", "ses_a", "ses_b", "ses_x", "ses_c", "ses_b", "ses_a", "ses_c");
    for (int i = 0; i < order.size(); i++) {
      event(
          order.get(i),
          "evt_" + i,
          "'event_type':'note','payload':{'text':'t"
              + i
              + "','state':{'key':'k"
              + i
              + "','value':1},'artifact':{'body':'b'}}");
      if (!order.get(i).equals("ses_x")) {
        expected.add("evt_" + i);
      }
    }

    assertThat(events("/v1/events?session_id=ses_a&nested=true&event_type=note", 2))
        .isEqualTo(expected);
    assertThat(events("/v1/events?session_id=ses_a&nested=true&event_type=note&order=desc", 3))
        .isEqualTo(expected.reversed());
    for (var type : List.of("memory", "state", "artifact")) {
      var path = "/v1/objects/" + type + "?session_id=ses_a&nested=true";
      var all = pages(path, "objects", 3);
      assertThat(all).as(type).hasSize(7);
      assertThat(all.stream().map(SessionsTest::sourceOf)).as(type).isEqualTo(expected);
      assertThat(pages(path.replace("ses_a", "ses_c"), "objects", 2)).hasSize(3);
      assertThat(pages("/v1/objects/" + type + "?session_id=ses_a", "objects", 9)).hasSize(2);
    }
    assertThat(pages("/v1/objects/memory?session_id=ses_a&nested=true&level=0", "objects", 5))
        .hasSize(7);
  }

  @Test
  void a_nested_list_stays_at_the_position_of_its_first_page() {
    open("ses_a", null);
    open("ses_b", "ses_a");
    event("ses_a", "evt_1", "'event_type':'note'");
    event("ses_b", "evt_2", "'event_type':'note'");
    var path = "/v1/events?session_id=ses_a&nested=true&event_type=note&limit=1";
    var first = server.get(token, path);
    open("ses_c", "ses_a");
    event("ses_c", "evt_3", "'event_type':'note'");
    var second = server.get(token, path + "&cursor=" + first.text("next_cursor"));
    assertThat(second.list("events").getFirst().text("event_id")).isEqualTo("evt_2");
    assertThat(second.text("next_cursor")).isNull();
    assertThat(
            server
                .get(
                    token,
                    "/v1/events?session_id=ses_a&event_type=note&limit=1&cursor="
                        + first.text("next_cursor"))
                .status())
        .isEqualTo(400);
  }

  @Test
  void sessions_below_that_are_hidden_are_not_reached() {
    open("ses_a", null);
    server.post(
        token,
        "/v1/objects/session",
        "{'session_id':'ses_h','parent_session_id':'ses_a','visibility':'private'}");
    event("ses_h", "evt_1", "'event_type':'note','visibility':'public','access':{'team_id':null}");
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(token, "/v1/events?session_id=ses_a&nested=true").list("events"))
        .isNotEmpty();
    assertThat(
            server
                .get(bob, "/v1/events?session_id=ses_a&nested=true&event_type=note")
                .list("events"))
        .isEmpty();
  }

  @Test
  void nested_needs_a_session_and_not_too_many_of_them() {
    assertThat(server.get(token, "/v1/events?nested=true").faults())
        .containsExactly("nested.without_session@/nested");
    assertThat(server.get(token, "/v1/objects/memory?nested=true").faults())
        .containsExactly("nested.without_session@/nested");
    assertThat(server.get(token, "/v1/objects/agent?nested=true").status()).isEqualTo(400);
    assertThat(server.get(token, "/v1/events?session_id=s&nested=maybe").status()).isEqualTo(400);
    open("ses_a", null);
    for (int i = 1; i <= 99; i++) {
      open("ses_" + i, i % 2 == 0 ? "ses_a" : i == 1 ? "ses_a" : "ses_" + (i - 2));
    }
    var path = "/v1/objects/memory?session_id=ses_a&nested=true";
    assertThat(server.get(token, path).status()).isEqualTo(200);
    open("ses_100", "ses_99");
    assertThat(server.get(token, path).faults()).containsExactly("nested.too_many@/nested");
  }

  private void open(String id, String parent) {
    var made =
        server.post(
            token,
            "/v1/objects/session",
            "{'session_id':'"
                + id
                + "'"
                + (parent == null ? "" : ",'parent_session_id':'" + parent + "'")
                + ",'visibility':'public','access':{'team_id':null}}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private void event(String session, String id, String fields) {
    var made =
        server.post(
            token,
            "/v1/events",
            "{'event_id':'" + id + "','session_id':'" + session + "'," + fields + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private JsonObject session(String id) {
    return server.get(token, "/v1/objects/session/" + id).object("object");
  }

  private List<String> events(String path, int limit) {
    return pages(path, "events", limit).stream().map(event -> event.text("event_id")).toList();
  }

  private List<JsonObject> pages(String path, String name, int limit) {
    var all = new ArrayList<JsonObject>();
    var page = server.get(token, path + "&limit=" + limit);
    while (true) {
      assertThat(page.status()).as(page.bodyText()).isEqualTo(200);
      assertThat(page.list(name)).hasSizeLessThanOrEqualTo(limit);
      all.addAll(page.list(name));
      if (page.text("next_cursor") == null) {
        return all;
      }
      page = server.get(token, path + "&limit=" + limit + "&cursor=" + page.text("next_cursor"));
    }
  }

  private static String sourceOf(JsonObject item) {
    var object = item.object("object");
    return switch (item.text("object_type")) {
      case "memory" ->
          object.array("source_event_ids").items().getFirst().toString().replace("\"", "");
      case "state" -> object.text("derived_from_event_id");
      default -> object.text("produced_by_event_id");
    };
  }

  @Test
  void a_session_does_not_end_before_it_began() {
    var own = server.newTenant();
    server.post(
        own, "/v1/objects/session", "{'session_id':'ses_t','start_ts':'2026-01-10T00:00:00Z'}");
    server.post(
        own,
        "/v1/events",
        "{'event_type':'task_finished','session_id':'ses_t','event_time':'2026-01-09T00:00:00Z'}");
    var ended = server.get(own, "/v1/objects/session/ses_t").object("object");
    assertThat(ended.text("end_ts")).isEqualTo(ended.text("start_ts"));
    assertThat(server.patch(own, "/v1/objects/session/ses_t", "{'goal':'g'}").status())
        .isEqualTo(200);
  }

  @Test
  void a_session_that_is_closed_by_hand_has_an_end_and_one_that_goes_on_has_none() {
    var own = server.newTenant();
    server.post(own, "/v1/objects/session", "{'session_id':'ses_t'}");
    var path = "/v1/objects/session/ses_t";
    assertThat(server.patch(own, path, "{'status':'failed'}").object("object").text("end_ts"))
        .isNotNull();
    assertThat(server.patch(own, path, "{'status':'running'}").object("object").text("end_ts"))
        .isNull();
  }
}
