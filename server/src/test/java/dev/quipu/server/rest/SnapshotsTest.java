package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotsTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String AGENT = "/v1/objects/agent/agt_1";
  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}}";

  @Test
  void a_snapshot_names_the_end_of_the_log() {
    make("a");
    var tagged = tag(token, "monday");

    assertThat(tagged.status()).isEqualTo(201);
    assertThat(tagged.body().names())
        .containsExactly("position", "tag", "time", "access", "access_reason");
    assertThat(tagged.text("tag")).isEqualTo("monday");
    assertThat(tagged.number("position")).isEqualTo(2);
    assertThat(tagged.text("time"))
        .isEqualTo(server.get(token, "/v1/log/head").text("visible_time"));
    assertThat(tagged.header("Location")).isEqualTo("/v1/snapshots/monday");
    assertThat(server.get(token, "/v1/snapshots/monday").body()).isEqualTo(tagged.body());
    assertThat(server.get(token, "/v1/snapshots").list("snapshots")).containsExactly(tagged.body());
  }

  @Test
  void every_read_that_takes_as_known_at_takes_a_snapshot() {
    make("a");
    server.post(token, "/v1/events", "{'event_id':'evt_1','event_type':'n'}");
    var position = tag(token, "monday").number("position");
    server.patch(token, AGENT, "{'agent_type':'b'}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2'}");

    assertThat(type("?snapshot=monday")).isEqualTo("a");
    assertThat(type("")).isEqualTo("b");
    for (var path :
        List.of(
            AGENT,
            AGENT + "/versions",
            AGENT + "/edges",
            AGENT + "/access",
            "/v1/objects/agent",
            "/v1/events",
            "/v1/objects/event/evt_1",
            "/v1/snapshots")) {
      var answer = server.get(token, path + "?snapshot=monday");
      assertThat(answer.status()).as(path).isEqualTo(200);
      assertThat(answer.number("position")).as(path).isEqualTo(position);
      assertThat(answer.body())
          .as(path)
          .isEqualTo(server.get(token, path + "?as_known_at=" + position).body());
      assertThat(server.get(token, path + "?snapshot=tuesday").text("code"))
          .as(path)
          .isEqualTo("snapshot.not_found");
      assertThat(server.get(token, path + "?snapshot=tuesday").status()).isEqualTo(404);
      assertThat(server.get(token, path + "?snapshot=monday&as_known_at=1").faults())
          .as(path)
          .containsExactly("snapshot.twice@/snapshot");
    }
    assertThat(server.get(token, "/v1/events/evt_1?snapshot=monday").status()).isEqualTo(200);
  }

  @Test
  void pages_of_a_snapshot_stay_in_it() {
    make("a");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2'}");
    tag(token, "monday");
    tag(token, "tuesday");
    var list = "/v1/objects/agent?limit=1&snapshot=";
    var cursor = "&cursor=" + server.get(token, list + "monday").text("next_cursor");
    assertThat(server.get(token, list + "monday" + cursor).list("objects")).hasSize(1);
    assertThat(server.get(token, list + "tuesday" + cursor).faults())
        .containsExactly("cursor.invalid@/cursor");
  }

  @Test
  void snapshots_come_in_pages_oldest_first() {
    for (var tag : List.of("c", "a", "b")) {
      tag(token, tag);
    }
    var first = server.get(token, "/v1/snapshots?limit=2");
    var second = server.get(token, "/v1/snapshots?limit=2&cursor=" + first.text("next_cursor"));
    assertThat(tags(first)).containsExactly("c", "a");
    assertThat(tags(second)).containsExactly("b");
    assertThat(tags(server.get(token, "/v1/snapshots?as_known_at=1"))).containsExactly("c");
  }

  @Test
  void ones_own_tag_is_taken_and_another_owners_is_not() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    tag(alice, "monday");
    var again = tag(alice, "monday");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("code")).isEqualTo("snapshot.tag_taken");

    assertThat(server.get(bob, "/v1/snapshots/monday").status()).isEqualTo(404);
    assertThat(server.get(bob, "/v1/snapshots").list("snapshots")).isEmpty();
    assertThat(server.get(bob, "/v1/events?snapshot=monday").bodyText())
        .isEqualTo(server.get(bob, "/v1/events?snapshot=none").bodyText());
    assertThat(tag(bob, "monday").number("position")).isEqualTo(2);
    assertThat(server.get(alice, "/v1/snapshots/monday").number("position")).isEqualTo(1);
    assertThat(server.get(bob, "/v1/snapshots/monday").number("position")).isEqualTo(2);
  }

  @Test
  void a_shared_tag_can_be_read_by_but_ones_own_counts_first() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var carol = server.newKey(token, "user_carol", "read", "write");
    server.post(alice, "/v1/snapshots", "{'tag':'monday'" + OPEN);
    assertThat(server.get(bob, "/v1/snapshots/monday").number("position")).isEqualTo(1);
    assertThat(server.get(bob, "/v1/snapshots/monday").text("access_reason")).isEqualTo("public");
    assertThat(server.get(bob, "/v1/objects/agent?snapshot=monday").number("position"))
        .isEqualTo(1);
    server.post(carol, "/v1/snapshots", "{'tag':'monday'" + OPEN);
    assertThat(server.get(bob, "/v1/snapshots/monday").number("position")).isEqualTo(1);
    tag(bob, "monday");
    assertThat(server.get(bob, "/v1/snapshots/monday").number("position")).isEqualTo(3);
    assertThat(server.get(carol, "/v1/snapshots/monday").number("position")).isEqualTo(2);
  }

  @Test
  void versions_tell_the_newest_snapshot_that_shows_them() {
    make("a");
    assertThat(snapshotTags(token)).containsExactly("null");
    tag(token, "one");
    tag(token, "two");
    server.patch(token, AGENT, "{'agent_type':'b'}");
    server.patch(token, AGENT, "{'agent_type':'c'}");
    tag(token, "three");

    assertThat(snapshotTags(token)).containsExactly("three", "null", "two");
    server.patch(token, AGENT + "?effective_at=2026-01-01T00:00:00Z", "{'agent_type':'d'}");
    assertThat(snapshotTags(token)).containsExactly("null", "three", "null", "two");
    server.post(token, AGENT + "/correct", "{'agent_type':'e'}");
    tag(token, "four");
    assertThat(snapshotTags(token)).containsExactly("four", "null", "three", "null", "two");
    assertThat(snapshotTags(token, "?snapshot=two")).containsExactly("two");
    assertThat(snapshotTags(token, "?as_known_at=2")).containsExactly("one");
  }

  @Test
  void no_version_names_a_snapshot_of_when_its_object_was_deleted() {
    make("a");
    server.delete(token, AGENT);
    tag(token, "gone");
    server.send("POST", token, AGENT + "/undo", null);
    assertThat(server.get(token, AGENT + "?snapshot=gone").status()).isEqualTo(404);
    assertThat(snapshotTags(token)).containsExactly("null");

    tag(token, "back");
    assertThat(snapshotTags(token)).containsExactly("back");
    server.delete(token, AGENT);
    tag(token, "gone_again");
    tag(token, "gone_still");
    server.send("POST", token, AGENT + "/undo", null);
    assertThat(snapshotTags(token)).containsExactly("back");
    assertThat(type("?snapshot=back")).isEqualTo("a");
  }

  @Test
  void a_tag_that_one_does_not_see_is_not_told() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    server.post(alice, "/v1/objects/agent", "{'agent_id':'agt_1'" + OPEN);
    server.post(alice, "/v1/snapshots", "{'tag':'told'" + OPEN);
    tag(alice, "hidden");
    assertThat(snapshotTags(alice)).containsExactly("hidden");
    assertThat(snapshotTags(bob)).containsExactly("told");
  }

  @Test
  void a_tag_is_a_name() {
    var head = server.head(token);
    for (var odd : List.of("", "a b", "-a", "é", "a/b", "x".repeat(201))) {
      assertThat(tag(token, odd).faults()).as(odd).containsExactly("id.format@/tag");
    }
    assertThat(server.post(token, "/v1/snapshots", "{'time':'now'}").faults())
        .containsExactly("field.required@/tag", "field.unknown@/time");
    assertThat(server.head(token)).isEqualTo(head);
    assertThat(tag(token, "x".repeat(200)).status()).isEqualTo(201);
    assertThat(server.get(token, "/v1/snapshots/a%20b").status()).isEqualTo(404);
  }

  @Test
  void a_repeated_tag_is_made_once_and_who_may_only_write_is_told_where() {
    var body = "{'tag':'monday'}";
    var first = server.post(token, "/v1/snapshots", body, "Idempotency-Key", "once");
    var again = server.post(token, "/v1/snapshots", body, "Idempotency-Key", "once");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.status()).isEqualTo(201);
    var blind = server.newKey(token, "user_w", "write");
    assertThat(tag(blind, "mine").body().names()).containsExactly("tag", "position", "time");
    var reader = server.newKey(token, "user_r", "read");
    assertThat(tag(reader, "mine").status()).isEqualTo(403);
  }

  private void make(String type) {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1','agent_type':'" + type + "'}");
  }

  private TestServer.Answer tag(String as, String tag) {
    return server.post(as, "/v1/snapshots", "{'tag':'" + tag + "'}");
  }

  private String type(String time) {
    return server.get(token, AGENT + time).object("object").text("agent_type");
  }

  private static List<String> tags(TestServer.Answer page) {
    return page.list("snapshots").stream().map(each -> each.text("tag")).toList();
  }

  private List<String> snapshotTags(String as) {
    return snapshotTags(as, "");
  }

  private List<String> snapshotTags(String as, String time) {
    return server.get(as, AGENT + "/versions" + time).list("versions").stream()
        .map(version -> String.valueOf(version.text("snapshot_tag")))
        .toList();
  }
}
