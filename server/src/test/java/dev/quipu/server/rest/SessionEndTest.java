package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import org.junit.jupiter.api.Test;

/// When a session is over, on the clock of what is true.
class SessionEndTest extends DoorTest {

  private static final String SESSION = "/v1/objects/session/ses_1";

  private final String token = server.newTenant();

  @Test
  void a_session_is_over_from_when_its_task_was_finished() {
    say("note", "2026-01-01T00:00:00Z");
    patch("?effective_at=2026-01-01T02:00:00Z", "{'goal':'tea'}");
    say("task_finished", "2026-01-01T01:00:00Z");

    assertThat(at("2026-01-01T00:30:00Z").text("status")).isEqualTo("running");
    assertThat(at("2026-01-01T00:30:00Z").text("end_ts")).isNull();
    for (var time : new String[] {"2026-01-01T01:00:00Z", "2026-01-01T03:00:00Z"}) {
      assertThat(at(time).text("status")).isEqualTo("completed");
      assertThat(at(time).text("end_ts")).isEqualTo("2026-01-01T01:00:00Z");
    }
    assertThat(at("2026-01-01T03:00:00Z").text("goal")).isEqualTo("tea");
    var query = "?session_id=ses_1&as_of=";
    assertThat(states(query + "2026-01-01T00:59:59Z")).isZero();
    assertThat(states(query + "2026-01-01T01:00:00Z")).isEqualTo(1);
  }

  @Test
  void what_was_said_later_of_its_status_stands() {
    say("note", "2026-01-01T00:00:00Z");
    patch("?effective_at=2026-01-01T02:00:00Z", "{'status':'paused'}");
    say("task_finished", "2026-01-01T01:00:00Z");
    assertThat(at("2026-01-01T01:30:00Z").text("status")).isEqualTo("completed");
    assertThat(at("2026-01-01T02:30:00Z").text("status")).isEqualTo("paused");
  }

  @Test
  void a_task_that_ends_before_its_session_begins_ends_with_its_beginning() {
    say("note", "2026-01-02T00:00:00Z");
    say("task_finished", "2026-01-01T00:00:00Z");
    var session = server.get(token, SESSION).object("object");
    assertThat(session.text("status")).isEqualTo("completed");
    assertThat(session.text("end_ts")).isEqualTo("2026-01-02T00:00:00Z");
  }

  @Test
  void a_session_that_is_closed_by_hand_ends_when_that_takes_effect() {
    say("note", "2026-01-01T00:00:00Z");
    patch("?effective_at=2026-01-01T04:00:00Z", "{'status':'failed'}");
    assertThat(at("2026-01-01T05:00:00Z").text("end_ts")).isEqualTo("2026-01-01T04:00:00Z");
    var given = "{'status':'completed','end_ts':'2026-01-01T01:00:00Z'}";
    patch("?effective_at=2026-01-01T05:00:00Z", given);
    assertThat(at("2026-01-01T06:00:00Z").text("end_ts")).isEqualTo("2026-01-01T01:00:00Z");
  }

  @Test
  void a_session_whose_end_is_told_later_is_over_if_that_is_past() {
    say("note", "2026-01-01T00:00:00Z");
    patch("", "{'end_ts':'9000-01-01T00:00:00Z'}");
    var planned = server.get(token, SESSION).object("object");
    assertThat(planned.text("status")).isEqualTo("running");
    assertThat(planned.text("end_ts")).isEqualTo("9000-01-01T00:00:00Z");
    patch("", "{'end_ts':'2026-01-01T01:00:00Z'}");
    var over = server.get(token, SESSION).object("object");
    assertThat(over.text("status")).isEqualTo("completed");
    assertThat(over.text("end_ts")).isEqualTo("2026-01-01T01:00:00Z");
  }

  @Test
  void a_planned_end_stays_when_something_else_is_said() {
    var end = "2031-01-01T00:00:00Z";
    made("{'session_id':'ses_1','end_ts':'" + end + "'}");
    patch("", "{'goal':'tea'}");
    patch("", "{'status':'paused'}");
    patch("?effective_at=2030-01-01T00:00:00Z", "{'goal':'cake'}");
    server.post(token, SESSION + "/correct", "{'goal':'coffee'}");
    assertThat(server.get(token, SESSION).object("object").text("end_ts")).isEqualTo(end);
    assertThat(at("2030-02-01T00:00:00Z").text("end_ts")).isEqualTo(end);
    server.post(token, SESSION + "/rollback", "{'version':1}");
    assertThat(server.get(token, SESSION).object("object").text("end_ts")).isEqualTo(end);
  }

  @Test
  void a_session_is_not_over_before_its_end_nor_goes_on_after_it() {
    say("note", "2026-01-01T00:00:00Z");
    assertThat(
            server
                .patch(token, SESSION, "{'status':'completed','end_ts':'9000-01-01T00:00:00Z'}")
                .faults())
        .containsExactly("time.future@/end_ts");
    assertThat(
            server
                .patch(token, SESSION, "{'status':'running','end_ts':'2026-01-01T01:00:00Z'}")
                .faults())
        .containsExactly("time.order@/end_ts");
    var made = "{'session_id':'ses_2','status':'failed','end_ts':'9000-01-01T00:00:00Z'}";
    assertThat(server.post(token, "/v1/objects/session", made).faults())
        .containsExactly("time.future@/end_ts");

    patch("", "{'end_ts':'9000-01-01T00:00:00Z'}");
    patch("?effective_at=2026-01-01T03:00:00Z", "{'status':'completed'}");
    patch("", "{'status':'completed'}");
    var over = server.get(token, SESSION).object("object");
    assertThat(over.text("end_ts")).isLessThan("9000");
    patch("", "{'status':'running'}");
    assertThat(server.get(token, SESSION).object("object").text("end_ts")).isNull();
  }

  @Test
  void a_session_that_is_written_when_it_is_over_has_an_end() {
    var over = made("{'session_id':'ses_1','status':'completed'}");
    assertThat(over.text("end_ts")).isEqualTo(over.text("start_ts"));
    var later = made("{'session_id':'ses_2','status':'failed','start_ts':'2030-01-01T00:00:00Z'}");
    assertThat(later.text("end_ts")).isEqualTo("2030-01-01T00:00:00Z");
    var times = "'start_ts':'2026-01-01T00:00:00Z','end_ts':'2026-01-01T01:00:00Z'";
    assertThat(made("{'session_id':'ses_3'," + times + "}").text("status")).isEqualTo("completed");
    var planned = made("{'session_id':'ses_4','end_ts':'9000-01-01T00:00:00Z'}");
    assertThat(planned.text("status")).isEqualTo("running");
  }

  @Test
  void what_is_left_of_a_finished_session_blocks_nobody() {
    say("tool_call_issued", "2026-01-01T00:00:00Z");
    var blocked = "/v1/objects/agent/agt_1/blocked";
    assertThat(server.get(token, blocked).list("reasons")).hasSize(1);
    say("task_finished", "2026-01-01T01:00:00Z");
    assertThat(server.get(token, blocked).list("reasons")).isEmpty();
    assertThat(server.get(token, blocked + "?as_of=2026-01-01T00:30:00Z").list("reasons"))
        .hasSize(1);
  }

  private JsonObject made(String body) {
    var made = server.post(token, "/v1/objects/session", body);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made.object("object");
  }

  private JsonObject at(String time) {
    return server.get(token, SESSION + "?as_of=" + time).object("object");
  }

  private int states(String query) {
    return server.get(token, "/v1/objects/state" + query).list("objects").size();
  }

  private void patch(String query, String body) {
    var answer = server.patch(token, SESSION + query, body);
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
  }

  private void say(String type, String time) {
    var body =
        "{'event_type':'%s','event_time':'%s','session_id':'ses_1','agent_id':'agt_1','payload':{%s}}"
            .formatted(type, time, type.equals("tool_call_issued") ? "'tool':'search'" : "");
    var answer = server.post(token, "/v1/events", body);
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(201);
  }
}
