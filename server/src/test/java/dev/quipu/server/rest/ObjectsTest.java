package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectsTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String AGENT = "/v1/objects/agent/agt_1";

  @Test
  void an_object_is_made_from_the_bare_fields_of_the_seed() {
    var made = server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','agent_type':'scout'}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    assertThat(made.header("Location")).isEqualTo(AGENT);
    assertThat(made.header("Log-Position")).isEqualTo("1");
    assertThat(made.body().names())
        .containsExactly(
            "object_type",
            "object_id",
            "version",
            "object",
            "access",
            "lifecycle",
            "valid_from",
            "valid_to",
            "known_from",
            "known_to",
            "access_reason",
            "position");
    assertThat(made.object("object").names())
        .containsExactly(
            "agent_id",
            "tenant_id",
            "workspace_id",
            "agent_type",
            "role_profile",
            "policy_ref",
            "capability_set",
            "default_memory_policy",
            "created_at",
            "status");
    assertThat(server.get(token, AGENT).body()).isEqualTo(made.body());
    assertThat(server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}").status())
        .isEqualTo(409);
  }

  @Test
  void a_change_makes_a_version_and_the_old_one_stays_readable() {
    make();
    var changed = server.patch(token, AGENT, "{'agent_type':'cook'}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.header("ETag")).isEqualTo("\"2\"");

    assertThat(type(AGENT)).isEqualTo("cook");
    assertThat(type(AGENT + "?as_known_at=1")).isEqualTo("scout");
    assertThat(server.get(token, AGENT + "?as_known_at=1").number("position")).isEqualTo(1);
    assertThat(server.get(token, AGENT + "?as_known_at=0").status()).isEqualTo(404);
    var since = changed.text("valid_from");
    assertThat(type(AGENT + "?as_of=" + since)).isEqualTo("cook");
    assertThat(type(AGENT + "?as_known_at=" + since)).isEqualTo("cook");

    var versions = server.get(token, AGENT + "/versions").list("versions");
    assertThat(versions.stream().map(version -> version.get("version").toString()))
        .containsExactly("2", "1");
    assertThat(versions.getFirst().names())
        .contains("mutation_event_id", "snapshot_tag", "known_from", "known_to", "object");
    var event = versions.getFirst().text("mutation_event_id");
    assertThat(server.get(token, "/v1/events/" + event).text("event_type"))
        .isEqualTo("quipu.object_changed");
  }

  @Test
  void versions_come_in_pages() {
    make();
    server.patch(token, AGENT, "{'agent_type':'a'}");
    server.patch(token, AGENT, "{'agent_type':'b'}");

    var first = server.get(token, AGENT + "/versions?limit=2");
    var second = server.get(token, AGENT + "/versions?limit=2&cursor=" + first.text("next_cursor"));
    assertThat(first.list("versions")).hasSize(2);
    assertThat(second.list("versions")).hasSize(1);
    assertThat(second.body().get("next_cursor").toString()).isEqualTo("null");
  }

  @Test
  void a_change_can_be_dated_into_the_past() {
    server.post(
        token,
        "/v1/events",
        "{'event_type':'hello','agent_id':'agt_1','event_time':'2026-01-01T00:00:00Z'}");

    var changed =
        server.patch(
            token, AGENT + "?effective_at=2026-03-01T00:00:00Z", "{'agent_type':'spring'}");

    assertThat(changed.object("object").text("agent_type")).isEqualTo("spring");
    assertThat(changed.text("valid_from")).isEqualTo("2026-03-01T00:00:00Z");
    assertThat(type(AGENT + "?as_of=2026-02-01T00:00:00Z")).isNull();
    assertThat(type(AGENT + "?as_of=2026-04-01T00:00:00Z")).isEqualTo("spring");
    assertThat(type(AGENT + "?as_of=2026-04-01T00:00:00Z&as_known_at=1")).isNull();
    assertThat(server.get(token, AGENT + "?as_of=2025-01-01T00:00:00Z").status()).isEqualTo(404);
  }

  @Test
  void a_change_that_changes_nothing_writes_nothing() {
    make();
    server.patch(token, AGENT, "{'role_profile':'writer'}");
    server.patch(
        token, AGENT + "?effective_at=" + Instant.now().plusSeconds(3600), "{'agent_type':'cook'}");
    var head = server.head(token);

    var current = server.get(token, AGENT);
    for (var same : List.of("{}", "{'role_profile':'writer'}", "{'agent_id':'agt_1'}")) {
      var answer = server.patch(token, AGENT, same);
      assertThat(answer.status()).as(same).isEqualTo(200);
      assertThat(answer.body()).as(same).isEqualTo(current.body());
      assertThat(answer.header("ETag")).isEqualTo(current.header("ETag"));
    }
    assertThat(server.patch(token, AGENT, "{}", "If-Match", "\"1\"").status()).isEqualTo(412);
    assertThat(server.patch(token, AGENT, "{'nope':1}").status()).isEqualTo(400);
    assertThat(server.patch(token, "/v1/objects/agent/agt_none", "{}").status()).isEqualTo(404);
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void the_same_from_an_earlier_time_on_is_a_change() {
    make();
    var early = AGENT + "?effective_at=2026-01-01T00:00:00Z";
    assertThat(server.patch(token, early, "{}").header("ETag")).startsWith("\"2/");
    assertThat(type(AGENT + "?as_of=2026-01-02T00:00:00Z")).isEqualTo("scout");
  }

  @Test
  void a_stale_change_is_refused() {
    make();
    server.patch(token, AGENT, "{'agent_type':'cook'}", "If-Match", "\"1\"");
    var head = server.head(token);

    assertThat(server.patch(token, AGENT, "{'agent_type':'x'}", "If-Match", "\"1\"").status())
        .isEqualTo(412);
    assertThat(server.delete(token, AGENT, "If-Match", "\"1\"").status()).isEqualTo(412);
    for (var stale :
        List.of("W/\"2\"", "\"1\", \"3\"", "\"x\"", "\"99999999999\"", "\"2,2\"", "\"\"")) {
      var refused = server.patch(token, AGENT, "{'agent_type':'x'}", "If-Match", stale);
      assertThat(refused.status()).as(stale).isEqualTo(412);
    }
    for (var odd : List.of("1", "\"2", "\"2\" \"2\"", "*, \"2\"", "w/\"2\"", ",")) {
      var refused = server.patch(token, AGENT, "{'agent_type':'x'}", "If-Match", odd);
      assertThat(refused.status()).as(odd).isEqualTo(400);
      assertThat(refused.faults()).containsExactly("etag.format@/If-Match");
    }
    assertThat(server.head(token)).isEqualTo(head);
    int version = 2;
    for (var fresh : List.of("*", "\"1\", \"%d\"", "W/\"x,\",\"%d\" ,, \"y\"")) {
      var tags = fresh.formatted(version++);
      var body = "{'agent_type':'" + "x".repeat(version) + "'}";
      assertThat(server.patch(token, AGENT, body, "If-Match", tags).header("ETag"))
          .as(tags)
          .isEqualTo("\"" + version + "\"");
    }
    assertThat(server.delete(token, AGENT, "If-Match", "\"4\", \"5\"").status()).isEqualTo(200);
    assertThat(server.patch(token, AGENT, "{'agent_type':'x'}", "If-Match", "*").status())
        .isEqualTo(404);
  }

  @Test
  void what_is_known_already_is_not_sent_again() {
    make();
    assertThat(server.get(token, AGENT, "If-None-Match", "\"1\"").status()).isEqualTo(304);
    assertThat(server.get(token, AGENT, "If-None-Match", "\"7\", \"1\"").bodyText()).isEmpty();
    assertThat(server.get(token, AGENT, "If-None-Match", "W/\"1\"").status()).isEqualTo(304);
    assertThat(server.get(token, AGENT, "If-None-Match", "*").status()).isEqualTo(304);
    assertThat(server.get(token, AGENT, "If-None-Match", "\"2\", \"a,1\"").status()).isEqualTo(200);
    assertThat(server.get(token, AGENT, "If-None-Match", "1").faults())
        .containsExactly("etag.format@/If-None-Match");
  }

  @Test
  void a_deletion_can_be_undone() {
    make();
    var deleted = server.delete(token, AGENT);
    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.text("undo")).isEqualTo("POST " + AGENT + "/undo");
    assertThat(server.get(token, AGENT).status()).isEqualTo(404);
    assertThat(server.get(token, AGENT).bodyText())
        .isEqualTo(server.get(token, "/v1/objects/agent/agt_none").bodyText());
    assertThat(server.get(token, AGENT + "?as_known_at=1").status()).isEqualTo(200);
    assertThat(server.delete(token, AGENT).status()).isEqualTo(404);

    var restored = server.send("POST", token, AGENT + "/undo", null);
    assertThat(restored.status()).isEqualTo(200);
    assertThat(type(AGENT)).isEqualTo("scout");
    assertThat(server.get(token, AGENT + "?as_known_at=2").status()).isEqualTo(404);
    assertThat(server.send("POST", token, AGENT + "/undo", null).status()).isEqualTo(409);
  }

  @Test
  void lists_are_filtered_by_declared_fields_at_any_time() {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','agent_type':'scout'}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2','agent_type':'cook'}");
    server.patch(token, AGENT, "{'agent_type':'cook'}");

    assertThat(ids("/v1/objects/agent?agent_type=cook")).containsExactly("agt_1", "agt_2");
    assertThat(ids("/v1/objects/agent?agent_type=scout")).isEmpty();
    assertThat(ids("/v1/objects/agent?agent_type=scout&as_known_at=2")).containsExactly("agt_1");
    var first = server.get(token, "/v1/objects/agent?limit=1");
    assertThat(first.text("next_cursor")).isNotNull();
    assertThat(ids("/v1/objects/agent?limit=1&cursor=" + first.text("next_cursor")))
        .containsExactly("agt_2");
    var odd = server.get(token, "/v1/objects/agent?status=asleep&workspace_id=%2f");
    assertThat(odd.faults()).containsExactly("id.format@/workspace_id", "enum.unknown@/status");
  }

  @Test
  void edges_join_objects_and_are_found_from_both_ends() {
    make();
    server.post(token, "/v1/objects/session", "{'session_id':'ses_1'}");
    var edge =
        server.post(
            token,
            "/v1/objects/edge",
            "{'edge_id':'edge_1','src_type':'session','src_object_id':'ses_1',"
                + "'edge_type':'caused_by','dst_type':'agent','dst_object_id':'agt_1'}");
    assertThat(edge.status()).isEqualTo(201);

    var session = "/v1/objects/session/ses_1/edges";
    assertThat(server.get(token, session).list("edges").getFirst().names())
        .containsExactly(
            "edge_id",
            "src_object_id",
            "src_type",
            "edge_type",
            "dst_object_id",
            "dst_type",
            "weight",
            "provenance_ref",
            "created_ts");
    assertThat(server.get(token, session + "?direction=in&edge_type=caused_by").list("edges"))
        .isEmpty();
    assertThat(server.get(token, session + "?edge_type=supports,updates").list("edges")).isEmpty();
    assertThat(server.get(token, AGENT + "/edges?direction=in").list("edges")).hasSize(1);
    assertThat(server.get(token, session + "?direction=out&as_known_at=2").list("edges")).isEmpty();
    assertThat(server.get(token, session + "?edge_type=hates&direction=up").faults())
        .containsExactly("enum.unknown@/direction", "enum.unknown@/edge_type");
  }

  @Test
  void an_edge_to_what_its_writer_cannot_see_is_refused() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    make();
    var refused =
        server.post(
            alice,
            "/v1/objects/edge",
            "{'src_type':'agent','src_object_id':'agt_1',"
                + "'edge_type':'caused_by','dst_type':'agent','dst_object_id':'agt_none'}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.faults())
        .containsExactly("reference.unknown@/src_object_id", "reference.unknown@/dst_object_id");
  }

  @Test
  void an_edge_is_seen_only_by_those_who_see_both_its_ends() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var open = ",'visibility':'public','access':{'team_id':null}}";
    server.post(alice, "/v1/objects/agent", "{'agent_id':'agt_open'" + open);
    server.post(alice, "/v1/objects/agent", "{'agent_id':'agt_hidden'}");
    var edge =
        "{'edge_id':'edge_told','edge_type':'supports','src_type':'agent','src_object_id':'agt_open',"
            + "'dst_type':'agent','dst_object_id':'agt_hidden'";
    assertThat(server.post(alice, "/v1/objects/edge", edge + open).status()).isEqualTo(201);

    assertThat(server.get(alice, "/v1/objects/edge/edge_told").status()).isEqualTo(200);
    for (var path : List.of("/v1/objects/edge/edge_told", "/v1/objects/edge/edge_told/versions")) {
      assertThat(server.get(bob, path).status()).isEqualTo(404);
    }
    for (var path :
        List.of(
            "/v1/objects/edge?dst_object_id=agt_hidden",
            "/v1/objects/edge?src_object_id=agt_open")) {
      assertThat(server.get(bob, path).list("objects")).isEqualTo(List.of());
    }
    assertThat(server.get(bob, "/v1/objects/agent/agt_open/edges").list("edges"))
        .isEqualTo(List.of());
  }

  @Test
  void an_edge_is_not_changed_while_one_of_its_ends_is_deleted() {
    for (var agent : List.of("agt_a", "agt_b")) {
      server.post(token, "/v1/objects/agent", "{'agent_id':'" + agent + "'}");
    }
    var edge = "/v1/objects/edge/edge_1";
    server.post(
        token,
        "/v1/objects/edge",
        "{'edge_id':'edge_1','src_type':'agent','src_object_id':'agt_a','edge_type':'relates_to',"
            + "'dst_type':'agent','dst_object_id':'agt_b'}");
    server.patch(token, edge, "{'weight':2}");
    server.delete(token, "/v1/objects/agent/agt_b");
    var refused =
        List.of(
            server.patch(token, edge, "{'weight':3}"),
            server.post(token, edge + "/correct", "{'weight':3}"),
            server.post(token, edge + "/rollback", "{'version':1}"),
            server.post(token, edge + "/lifecycle", "{'to':'stale'}"));
    for (var answer : refused) {
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.text("code")).isEqualTo("edge.end_absent");
    }
    server.post(token, "/v1/objects/agent/agt_b/undo", "{}");
    assertThat(server.patch(token, edge, "{'weight':3}").number("version")).isEqualTo(3);
    server.delete(token, "/v1/objects/agent/agt_a");
    assertThat(server.delete(token, edge).status()).isEqualTo(200);
  }

  @Test
  void a_user_is_its_own_whoever_makes_it() {
    var bob = server.newKey(token, "user_bob", "read", "write");
    var carol = server.newKey(token, "user_carol", "read", "write");

    assertThat(server.post(bob, "/v1/objects/user", "{'user_id':'user_carol'}").status())
        .isEqualTo(403);
    server.post(token, "/v1/objects/user", "{'user_id':'user_carol','user_name':'Carol'}");

    var own = "/v1/objects/user/user_carol";
    assertThat(server.patch(carol, own, "{'default_visibility':'public'}").status()).isEqualTo(200);
    assertThat(server.get(bob, own).status()).isEqualTo(404);
    assertThat(server.post(bob, "/v1/objects/user", "{'user_id':'user_carol'}").status())
        .as("as if there were no Carol")
        .isEqualTo(403);
  }

  @Test
  void a_cursor_is_for_the_time_it_was_made_at() {
    make();
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_more'}");
    var cursor = server.get(token, "/v1/objects/agent?limit=1").text("next_cursor");

    assertThat(server.get(token, "/v1/objects/agent?limit=1&cursor=" + cursor).status())
        .isEqualTo(200);
    assertThat(
            server.get(token, "/v1/objects/agent?limit=1&as_known_at=1&cursor=" + cursor).faults())
        .containsExactly("cursor.invalid@/cursor");
  }

  @Test
  void a_cursor_goes_with_the_time_that_was_asked_for_and_no_other() {
    make();
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2'}");
    var list = "/v1/objects/agent?limit=1&as_known_at=";
    var then = Instant.now().plusSeconds(60).toString();
    var cursor = "&cursor=" + server.get(token, list + then).text("next_cursor");
    var known = server.get(token, "/v1/log/head").text("visible_time");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_3'}");

    assertThat(ids(list + then + cursor)).containsExactly("agt_2");
    assertThat(ids(list + "2" + cursor)).containsExactly("agt_2");
    assertThat(ids(list + known + cursor)).containsExactly("agt_2");
    for (var other : List.of("1", "3", Instant.now().toString(), "2026-01-01T00:00:00Z")) {
      assertThat(server.get(token, list + other + cursor).faults())
          .as(other)
          .containsExactly("cursor.invalid@/cursor");
    }
    assertThat(
            server
                .get(token, "/v1/objects/agent?limit=1&as_of=2026-01-01T00:00:00Z" + cursor)
                .faults())
        .containsExactly("cursor.invalid@/cursor");
  }

  @Test
  void what_will_be_known_cannot_be_asked_for() {
    make();
    var soon = Instant.now().plusSeconds(60);
    assertThat(server.get(token, AGENT + "?as_known_at=" + soon).number("position")).isEqualTo(1);
    for (var path : List.of(AGENT, "/v1/objects/agent", AGENT + "/versions", "/v1/events")) {
      assertThat(server.get(token, path + "?as_known_at=2").faults())
          .as(path)
          .containsExactly("position.future@/as_known_at");
      assertThat(server.get(token, path + "?as_known_at=" + soon.plusSeconds(600)).faults())
          .as(path)
          .containsExactly("time.future@/as_known_at");
      assertThat(server.get(token, path + "?as_known_at=%2B999999999-01-01T00:00:00Z").faults())
          .as(path)
          .containsExactly("time.range@/as_known_at");
    }
  }

  @Test
  void a_change_can_be_planned_but_not_for_the_end_of_time() {
    make();
    var tomorrow = Instant.now().plusSeconds(86_400);
    assertThat(
            server.patch(token, AGENT + "?effective_at=" + tomorrow, "{'agent_type':'a'}").status())
        .isEqualTo(200);
    assertThat(type(AGENT)).isEqualTo("scout");
    assertThat(type(AGENT + "?as_of=" + tomorrow)).isEqualTo("a");
    var head = server.head(token);

    var never = AGENT + "?effective_at=9999-12-31T23:59:59Z";
    assertThat(server.patch(token, never, "{'agent_type':7}").faults())
        .containsExactly("time.future@/effective_at", "field.type@/agent_type");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void who_may_see_it_is_shown_to_those_who_may() {
    server.post(
        token,
        "/v1/objects/agent",
        "{'agent_id':'agt_1','visibility':'public','access':{'team_id':'team_a'}}");
    assertThat(server.get(token, AGENT + "/access").text("team_id")).isEqualTo("team_a");
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(bob, AGENT + "/access").status()).isEqualTo(404);
  }

  @Test
  void only_the_owner_or_an_admin_changes_an_object() {
    server.post(
        token,
        "/v1/objects/agent",
        "{'agent_id':'agt_1','visibility':'public','access':{'team_id':null}}");
    var bob = server.newKey(token, "user_bob", "read", "write");
    assertThat(server.get(bob, AGENT).text("access_reason")).isEqualTo("public");
    assertThat(server.patch(bob, AGENT, "{'agent_type':'x'}").status()).isEqualTo(403);
  }

  @Test
  void who_may_write_but_not_read_is_told_where_the_write_is() {
    var writer = server.newKey(token, "user_w", "write");
    var made = server.post(writer, "/v1/objects/agent", "{'agent_id':'agt_w'}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.body().names()).containsExactly("object_type", "object_id", "position");
  }

  @Test
  void what_is_no_type_of_object_is_not_there() {
    for (var type : List.of("snapshot", "tenant", "key", "x")) {
      assertThat(server.get(token, "/v1/objects/" + type).status()).as(type).isEqualTo(404);
      assertThat(server.get(token, "/v1/objects/" + type + "/a").status()).as(type).isEqualTo(404);
      assertThat(server.post(token, "/v1/objects/" + type, "{}").status()).as(type).isEqualTo(404);
    }
  }

  private void make() {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','agent_type':'scout'}");
  }

  private String type(String path) {
    return server.get(token, path).object("object").text("agent_type");
  }

  private List<String> ids(String path) {
    return server.get(token, path).list("objects").stream()
        .map(view -> view.text("object_id"))
        .toList();
  }
}
