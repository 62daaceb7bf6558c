package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.server.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvalidationTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String AGENT = "/v1/objects/agent/agt_1";

  @Test
  void an_end_moves_the_etag_although_it_makes_no_version() {
    make();
    var soon = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofDays(1));
    var ended = server.post(token, AGENT + "/invalidate", "{'when':'" + soon + "'}");

    assertThat(ended.header("ETag")).isEqualTo("\"1/" + soon + "\"");
    var read = server.get(token, AGENT, "If-None-Match", "\"1\"");
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.text("valid_to")).isEqualTo(soon.toString());
    assertThat(server.get(token, AGENT, "If-None-Match", ended.header("ETag")).status())
        .isEqualTo(304);
    var unaware = server.patch(token, AGENT, "{'agent_type':'cook'}", "If-Match", "\"1\"");
    assertThat(unaware.status()).isEqualTo(412);
    assertThat(unaware.text("code")).isEqualTo("version.mismatch");
    var aware =
        server.patch(token, AGENT, "{'agent_type':'cook'}", "If-Match", ended.header("ETag"));
    assertThat(aware.status()).isEqualTo(200);
  }

  @Test
  void whatever_is_in_force_is_not_there_when_nothing_is() {
    make();
    assertThat(server.patch(token, AGENT, "{'agent_type':'cook'}", "If-Match", "*").status())
        .isEqualTo(200);
    server.post(token, AGENT + "/invalidate", "{}");
    var any = server.patch(token, AGENT, "{'agent_type':'spy'}", "If-Match", "*");
    assertThat(any.status()).isEqualTo(412);
    assertThat(any.text("code")).isEqualTo("version.mismatch");
    assertThat(server.patch(token, AGENT, "{'agent_type':'spy'}").status()).isEqualTo(200);
  }

  @Test
  void what_never_was_true_or_was_corrected_is_not_active() {
    var memory = "/v1/objects/memory/mem_1";
    server.post(token, "/v1/objects/memory", "{'memory_id':'mem_1','content':'tea at four'}");
    server.post(token, memory + "/correct", "{'content':'tea at five'}");
    var versions = server.get(token, memory + "/versions").list("versions");
    assertThat(versions.stream().map(version -> version.object("object").get("is_active")))
        .containsExactly(Json.of(true), Json.of(false));

    var begin = server.get(token, memory).text("valid_from");
    var ended = server.post(token, memory + "/invalidate", "{'when':'" + begin + "'}");
    assertThat(ended.object("object").get("is_active")).isEqualTo(Json.of(false));
    assertThat(server.get(token, memory).status()).isEqualTo(404);
  }

  @Test
  void an_ended_object_is_true_until_then_and_no_longer() {
    var made = make();
    var ended = server.send("POST", token, AGENT + "/invalidate", null);

    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.text("valid_from")).isEqualTo(made.text("valid_from"));
    assertThat(ended.text("valid_to")).isNotNull();
    assertThat(ended.number("known_from")).isEqualTo(2);
    assertThat(server.get(token, AGENT).status()).isEqualTo(404);
    assertThat(server.get(token, "/v1/objects/agent").list("objects")).isEmpty();
    assertThat(server.get(token, AGENT + "?as_of=" + made.text("valid_from")).status())
        .isEqualTo(200);
    assertThat(server.get(token, AGENT + "?as_known_at=1").status()).isEqualTo(200);
    assertThat(
            server
                .get(token, AGENT + "?as_known_at=1&as_of=" + Instant.now().plusSeconds(9))
                .status())
        .isEqualTo(200);
  }

  @Test
  void an_end_before_the_beginning_is_out_of_order() {
    make();
    var head = server.head(token);
    var early = server.post(token, AGENT + "/invalidate", "{'when':'2026-01-01T00:00:00Z'}");
    assertThat(early.status()).isEqualTo(400);
    assertThat(early.faults()).containsExactly("time.order@/when");
    assertThat(server.post(token, AGENT + "/invalidate", "{'when':'soon','why':1}").faults())
        .containsExactly("time.format@/when", "field.unknown@/why");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void what_has_ended_does_not_end_again_but_can_be_made_true_again() {
    make();
    server.send("POST", token, AGENT + "/invalidate", null);
    var again = server.send("POST", token, AGENT + "/invalidate", null);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("code")).isEqualTo("object.not_valid");

    assertThat(server.patch(token, AGENT, "{'agent_type':'cook'}").status()).isEqualTo(200);
    assertThat(server.get(token, AGENT).object("object").text("agent_type")).isEqualTo("cook");
    assertThat(server.get(token, AGENT + "?as_known_at=2").status()).isEqualTo(404);
  }

  @Test
  void what_was_planned_for_later_ends_too() {
    var made = make();
    var soon = Instant.now().plusSeconds(3600);
    server.patch(token, AGENT + "?effective_at=" + soon, "{'agent_type':'cook'}");
    server.send("POST", token, AGENT + "/invalidate", null);
    var later = AGENT + "?as_of=" + soon.plusSeconds(9);
    assertThat(server.get(token, later).status()).isEqualTo(404);
    assertThat(server.get(token, later + "&as_known_at=2").status()).isEqualTo(200);
    assertThat(server.get(token, AGENT + "?as_of=" + made.text("valid_from")).status())
        .isEqualTo(200);
  }

  @Test
  void an_end_at_the_very_beginning_leaves_nothing() {
    var made = make();
    var ended =
        server.post(token, AGENT + "/invalidate", "{'when':'" + made.text("valid_from") + "'}");
    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.number("known_to")).isEqualTo(2);
    assertThat(server.get(token, AGENT + "?as_of=" + made.text("valid_from")).status())
        .isEqualTo(404);
    assertThat(server.get(token, AGENT + "/versions").list("versions")).hasSize(1);
  }

  @Test
  void an_ended_memory_is_still_shown_but_not_listed() {
    var made =
        server.post(
            token,
            "/v1/objects/memory",
            "{'memory_id':'mem_1','content':'tea','valid_from':'2026-01-01T00:00:00Z'}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    var path = "/v1/objects/memory/mem_1";
    server.post(token, path + "/invalidate", "{'when':'2026-02-01T00:00:00Z'}");

    for (var time : List.of("", "?as_of=2026-02-01T00:00:00Z", "?as_of=2026-05-01T00:00:00Z")) {
      var shown = server.get(token, path + time);
      assertThat(shown.status()).as(time).isEqualTo(200);
      assertThat(shown.text("text")).isEqualTo("tea");
      assertThat(shown.object("object").text("valid_to")).isEqualTo("2026-02-01T00:00:00Z");
      assertThat(shown.object("object").get("is_active")).isEqualTo(Json.of(false));
      assertThat(server.get(token, "/v1/objects/memory" + time).list("objects")).isEmpty();
    }
    var then = server.get(token, path + "?as_of=2026-01-15T00:00:00Z");
    assertThat(then.object("object").get("is_active")).isEqualTo(Json.of(true));
    assertThat(server.get(token, path + "?as_of=2025-12-31T00:00:00Z").status()).isEqualTo(404);
    assertThat(server.get(token, path + "/access").status()).isEqualTo(200);
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(bob, path).status()).isEqualTo(404);
    server.delete(token, path);
    assertThat(server.get(token, path).status()).isEqualTo(404);
  }

  @Test
  void an_ended_memory_that_is_changed_goes_on_from_what_is_shown() {
    var made =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'note','event_time':'2026-06-01T00:00:00Z','payload':{'text':'June'}}");
    var memory =
        made.list("objects").stream()
            .filter(object -> object.text("object_type").equals("memory"))
            .findFirst()
            .orElseThrow();
    var path = "/v1/objects/memory/" + memory.text("object_id");
    server.patch(token, path + "?effective_at=2026-01-01T00:00:00Z", "{'content':'January'}");
    server.post(token, path + "/invalidate", "{'when':'2026-07-01T00:00:00Z'}");
    assertThat(server.get(token, path).text("text")).isEqualTo("June");

    assertThat(server.patch(token, path, "{'confidence':0.3}").status()).isEqualTo(200);
    var again = server.get(token, path);
    assertThat(again.text("text")).isEqualTo("June");
    assertThat(again.object("object").get("confidence")).isEqualTo(Json.of(0.3));
    assertThat(server.get(token, path + "?as_of=2026-02-01T00:00:00Z").text("text"))
        .isEqualTo("January");
  }

  @Test
  void nothing_new_names_what_has_ended() {
    make();
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2'}");
    server.send("POST", token, AGENT + "/invalidate", null);
    var head = server.head(token);
    var edge = "'edge_type':'supports','dst_type':'agent','dst_object_id':'agt_1'";
    var stored = "{'src_type':'agent','src_object_id':'agt_2'," + edge + "}";
    assertThat(server.post(token, "/v1/objects/edge", stored).faults())
        .containsExactly("reference.unknown@/dst_object_id");
    var said = "{'event_type':'note','payload':{'text':'tea','edges':[{" + edge + "}]}}";
    assertThat(server.post(token, "/v1/events", said).faults())
        .containsExactly("reference.unknown@/payload/edges/0");
    assertThat(server.post(token, "/v1/objects/session", "{'agent_id':'agt_1'}").faults())
        .containsExactly("reference.unknown@/agent_id");
    assertThat(server.head(token)).isEqualTo(head);

    server.patch(token, AGENT, "{'agent_type':'cook'}");
    assertThat(server.post(token, "/v1/objects/edge", stored).status()).isEqualTo(201);
  }

  @Test
  void a_stale_end_is_refused_and_a_repeated_one_is_done_once() {
    make();
    var path = AGENT + "/invalidate";
    assertThat(server.post(token, path, "{}", "If-Match", "\"2\"").status()).isEqualTo(412);
    var first = server.post(token, path, "{}", "Idempotency-Key", "once");
    var again = server.post(token, path, "{}", "Idempotency-Key", "once");
    assertThat(first.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }

  private TestServer.Answer make() {
    return server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','agent_type':'scout'}");
  }
}
