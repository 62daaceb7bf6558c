package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `POST /v1/graph/path`.
class PathTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void the_shortest_way_is_found_and_among_equals_always_the_same() {
    agents("a", "b", "c", "d", "e");
    // three hops by b and c; two by d; two by e
    join("ab", "a", "b");
    join("bc", "b", "c");
    join("cz", "c", "z");
    join("ad", "a", "d");
    join("dz", "d", "z");
    join("ae", "a", "e");
    join("ez", "e", "z");

    var path = path(token, "a", "z", "");
    assertThat(path.body().names())
        .containsExactly("found", "hops", "nodes", "edges", "exhausted", "position");
    assertThat(path.body().get("found").toString()).isEqualTo("true");
    assertThat(path.number("hops")).isEqualTo(2);
    assertThat(nodes(path)).containsExactly("a", "d", "z");
    assertThat(edges(path)).containsExactly("ad", "dz");
    for (int i = 0; i < 3; i++) {
      assertThat(path(token, "a", "z", "").body()).isEqualTo(path.body());
    }
  }

  @Test
  void direction_types_and_length_are_kept_to() {
    agents("a", "b");
    join("ab", "a", "b");
    join("bz", "b", "z");

    assertThat(nodes(path(token, "a", "z", ",'direction':'out'"))).containsExactly("a", "b", "z");
    assertThat(nodes(path(token, "z", "a", ",'direction':'in'"))).containsExactly("z", "b", "a");
    assertThat(nodes(path(token, "z", "a", ",'direction':'both'"))).containsExactly("z", "b", "a");
    for (var none :
        List.of(",'direction':'in'", ",'edge_types':['contradicts']", ",'max_hops':1")) {
      var path = path(token, "a", "z", none);
      assertThat(path.body().get("found").toString()).as(none).isEqualTo("false");
      assertThat(path.body().get("hops").toString()).isEqualTo("null");
      assertThat(path.list("nodes")).isEmpty();
      assertThat(path.list("edges")).isEmpty();
      assertThat(path.body().get("exhausted").toString()).isEqualTo("false");
    }
    assertThat(path(token, "a", "a", "").number("hops")).isZero();
    assertThat(nodes(path(token, "a", "a", ""))).containsExactly("a");
  }

  @Test
  void a_way_is_read_at_one_point_in_time() {
    agents("a");
    join("az", "a", "z");
    var before = server.get(token, "/v1/log/head").number("position");
    server.delete(token, "/v1/objects/edge/az");
    assertThat(nodes(path(token, "a", "z", ""))).isEmpty();
    assertThat(nodes(path(token, "a", "z", ",'as_known_at':" + before))).containsExactly("a", "z");
  }

  @Test
  void no_way_leads_through_what_the_caller_cannot_see() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read");
    var open = ",'visibility':'public','access':{'team_id':null}}";
    server.post(alice, "/v1/objects/agent", "{'agent_id':'a'" + open);
    server.post(alice, "/v1/objects/agent", "{'agent_id':'z'" + open);
    server.post(alice, "/v1/objects/agent", "{'agent_id':'b'}");
    for (var edge : List.of("ab", "bz")) {
      server.post(alice, "/v1/objects/edge", body(edge, edge.charAt(0), edge.charAt(1)) + open);
    }
    assertThat(nodes(path(alice, "a", "z", ",'edge_types':['supports']")))
        .containsExactly("a", "b", "z");
    assertThat(nodes(path(bob, "a", "z", ",'edge_types':['supports']"))).isEmpty();
    assertThat(path(bob, "a", "b", "").status()).isEqualTo(404);
    assertThat(path(bob, "b", "a", "").bodyText())
        .isEqualTo(path(bob, "never", "a", "").bodyText());
    assertThat(path(server.newTenant(), "a", "z", "").status()).isEqualTo(404);
  }

  @Test
  void events_of_a_large_session_are_joined_by_it_and_a_search_without_end_is_given_up() {
    agents("a");
    var lines = new StringBuilder();
    for (int i = 0; i < 10_100; i++) {
      lines
          .append("{\"event_type\":\"n\",\"session_id\":\"ses_")
          .append(i % 2)
          .append("\",\"event_id\":\"evt_")
          .append(i)
          .append("\"}\n");
    }
    server.send(
        "POST", token, "/v1/events", lines.toString(), "Content-Type", "application/x-ndjson");

    var joined = between("event", "evt_7", "event", "evt_10001");
    assertThat(nodes(joined)).containsExactly("evt_7", "ses_1", "evt_10001");
    assertThat(joined.body().get("exhausted").toString()).isEqualTo("false");

    join("az", "a", "z");
    var apart = between("session", "ses_1", "agent", "z");
    assertThat(apart.body().get("found").toString()).isEqualTo("false");
    assertThat(apart.body().get("exhausted").toString()).isEqualTo("false");
    var givenUp = between("session", "ses_0", "session", "ses_1");
    assertThat(givenUp.body().get("found").toString()).isEqualTo("false");
    assertThat(givenUp.body().get("exhausted").toString()).isEqualTo("true");
  }

  @Test
  void a_way_is_as_long_as_the_way_back() {
    agents("a", "b", "c", "d", "e", "f", "g");
    for (var edge : List.of("ab", "bc", "cd", "de", "ef", "fg", "gz", "ac", "df")) {
      join(edge, edge.substring(0, 1), edge.substring(1));
    }
    var forth = path(token, "a", "z", ",'direction':'out'");
    assertThat(nodes(forth)).containsExactly("a", "c", "d", "f", "g", "z");
    assertThat(nodes(path(token, "z", "a", ",'direction':'in'")))
        .isEqualTo(nodes(forth).reversed());
    assertThat(nodes(path(token, "a", "z", ",'max_hops':5"))).hasSize(6);
    assertThat(nodes(path(token, "a", "z", ",'max_hops':4"))).isEmpty();
  }

  @Test
  void every_fault_of_a_question_is_told_at_once() {
    assertThat(
            server
                .post(
                    token,
                    "/v1/graph/path",
                    "{'from':{'object_type':'agent'},'max_hops':11,'hops':1,'min_weight':1,"
                        + "'after':'x'}")
                .faults())
        .containsExactlyInAnyOrder(
            "field.required@/from/object_id",
            "field.required@/to",
            "number.range@/max_hops",
            "number.range@/after",
            "field.unknown@/hops",
            "field.unknown@/min_weight");
  }

  private void agents(String... ids) {
    for (var id : ids) {
      server.post(token, "/v1/objects/agent", "{'agent_id':'" + id + "'}");
    }
    server.post(token, "/v1/objects/agent", "{'agent_id':'z'}");
  }

  private void join(String id, String from, String to) {
    var made = server.post(token, "/v1/objects/edge", body(id, from.charAt(0), to.charAt(0)) + "}");
    assertThat(made.status()).isEqualTo(201);
  }

  private static String body(String id, char from, char to) {
    return "{'edge_id':'%s','edge_type':'supports','src_type':'agent','src_object_id':'%c',"
            .formatted(id, from)
        + "'dst_type':'agent','dst_object_id':'"
        + to
        + "'";
  }

  private static TestServer.Answer path(String as, String from, String to, String more) {
    return server.post(
        as,
        "/v1/graph/path",
        "{'from':{'object_type':'agent','object_id':'%s'},".formatted(from)
            + "'to':{'object_type':'agent','object_id':'%s'}%s}".formatted(to, more));
  }

  private TestServer.Answer between(String fromType, String from, String toType, String to) {
    return server.post(
        token,
        "/v1/graph/path",
        "{'from':{'object_type':'%s','object_id':'%s'},".formatted(fromType, from)
            + "'to':{'object_type':'%s','object_id':'%s'}}".formatted(toType, to));
  }

  private static List<String> nodes(TestServer.Answer answer) {
    return answer.list("nodes").stream().map(node -> node.text("object_id")).toList();
  }

  private static List<String> edges(TestServer.Answer answer) {
    return answer.list("edges").stream().map(edge -> edge.text("edge_id")).toList();
  }
}
