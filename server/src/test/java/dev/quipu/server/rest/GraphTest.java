package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `POST /v1/graph/expand`.
class GraphTest extends DoorTest {

  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}";

  private final String token = server.newTenant();

  @Test
  void an_expansion_goes_as_many_hops_as_asked_nearest_first() {
    agents("a", "b", "c", "d");
    join("ab", "a", "b");
    join("bc", "b", "c");
    join("cd", "c", "d");

    var one = expand(token, "'hops':1");
    assertThat(nodes(one)).containsExactly("a@0", "b@1");
    assertThat(edges(one)).containsExactly("ab@1");
    var three = expand(token, "'hops':3");
    assertThat(nodes(three)).containsExactly("a@0", "b@1", "c@2", "d@3");
    assertThat(edges(three)).containsExactly("ab@1", "bc@2", "cd@3");
    assertThat(three.text("next_cursor")).isNull();
    assertThat(three.body().get("truncated").toString()).isEqualTo("false");
    assertThat(three.number("position")).isEqualTo(7);
    assertThat(three.body().names())
        .containsExactly("nodes", "edges", "truncated", "next_cursor", "position");
    var node = three.list("nodes").getFirst();
    assertThat(node.names())
        .containsExactly("object_type", "object_id", "hop", "object", "version", "lifecycle");
    assertThat(node.object("object"))
        .isEqualTo(server.get(token, "/v1/objects/agent/a").object("object"));
    assertThat(three.list("edges").getFirst().names()).hasSize(10).contains("created_ts", "hop");
  }

  @Test
  void edges_are_followed_by_direction_type_and_weight() {
    agents("a", "b", "c");
    join("ab", "a", "b");
    edge("ca", "c", "contradicts", "a", "'weight':0.2");

    assertThat(edges(expand(token, "'direction':'out'"))).containsExactly("ab@1");
    assertThat(edges(expand(token, "'direction':'in'"))).containsExactly("ca@1");
    assertThat(edges(expand(token, "'direction':'both'"))).containsExactly("ca@1", "ab@1");
    assertThat(edges(expand(token, "'edge_types':['contradicts']"))).containsExactly("ca@1");
    assertThat(edges(expand(token, "'min_weight':0.5"))).containsExactly("ab@1");
    assertThat(nodes(expand(token, "'min_weight':2"))).containsExactly("a@0");
  }

  @Test
  void a_cycle_is_walked_once() {
    agents("a", "b", "c");
    join("ab", "a", "b");
    join("bc", "b", "c");
    join("ca", "c", "a");
    edge("ab2", "a", "refines", "b", "'weight':1");

    var all = expand(token, "'hops':5,'direction':'out'");
    assertThat(nodes(all)).containsExactly("a@0", "b@1", "c@2");
    assertThat(edges(all)).containsExactly("ab2@1", "ab@1", "bc@2", "ca@3");
    assertThat(edges(expand(token, "'hops':5"))).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void caps_cut_an_expansion_and_a_cursor_goes_on_with_the_rest() {
    agents("a", "b1", "b2", "b3", "b4", "c");
    for (var b : List.of("b1", "b2", "b3", "b4")) {
      join("a" + b, "a", b);
      join(b + "c", b, "c");
    }
    var whole = expand(token, "'hops':2,'direction':'out'");
    assertThat(nodes(whole)).containsExactly("a@0", "b1@1", "b2@1", "b3@1", "b4@1", "c@2");
    assertThat(edges(whole)).hasSize(8);

    for (var caps : List.of("'max_nodes':1", "'max_nodes':2", "'max_edges':1", "'max_edges':3")) {
      var nodes = new ArrayList<String>();
      var edges = new ArrayList<String>();
      var cursor = "";
      TestServer.Answer page;
      do {
        page = expand(token, "'hops':2,'direction':'out'," + caps + cursor);
        assertThat(page.status()).as(page.bodyText()).isEqualTo(200);
        nodes.addAll(nodes(page));
        edges.addAll(edges(page));
        assertThat(nodes(page).size()).isLessThanOrEqualTo(caps.contains("nodes") ? 2 : 6);
        assertThat(page.body().get("truncated").toString())
            .isEqualTo(Boolean.toString(page.text("next_cursor") != null));
        cursor = ",'cursor':'" + page.text("next_cursor") + "'";
      } while (page.text("next_cursor") != null);
      assertThat(nodes).as(caps).isEqualTo(nodes(whole));
      assertThat(edges).as(caps).isEqualTo(edges(whole));
    }
    // Exactly as much as there is, is not cut.
    var exact = expand(token, "'hops':2,'direction':'out','max_nodes':6,'max_edges':8");
    assertThat(exact.body().get("truncated").toString()).isEqualTo("false");
  }

  @Test
  void a_cursor_keeps_the_point_in_time_and_is_for_one_question_and_one_caller() {
    agents("a", "b", "c");
    join("ab", "a", "b");
    join("ac", "a", "c");
    var first = expand(token, "'max_edges':1");
    var cursor = ",'cursor':'" + first.text("next_cursor") + "'";
    agents("d");
    join("ad", "a", "d");

    assertThat(edges(expand(token, "'max_edges':9" + cursor))).containsExactly("ac@1");
    assertThat(expand(token, "'max_edges':9" + cursor).number("position"))
        .isEqualTo(first.number("position"));
    assertThat(expand(token, "'hops':2" + cursor).faults())
        .containsExactly("cursor.invalid@/cursor");
    assertThat(expand(token, "'as_known_at':3" + cursor).faults())
        .containsExactly("cursor.invalid@/cursor");
    var other = server.newKey(token, "user_other", "read", "admin");
    assertThat(expand(other, "'max_edges':9" + cursor).faults())
        .containsExactly("cursor.invalid@/cursor");
  }

  @Test
  void a_traversal_reads_one_point_of_the_two_clocks() {
    agents("a", "b", "c");
    join("ab", "a", "b");
    var before = server.get(token, "/v1/log/head").number("position");
    join("bc", "b", "c");
    server.delete(token, "/v1/objects/edge/ab");

    assertThat(nodes(expand(token, "'hops':2"))).containsExactly("a@0");
    assertThat(nodes(expand(token, "'hops':2,'as_known_at':" + before)))
        .containsExactly("a@0", "b@1");
    assertThat(nodes(expand(token, "'hops':2,'as_known_at':'" + (before + 1) + "'")))
        .containsExactly("a@0", "b@1", "c@2");
    assertThat(expand(token, "'as_of':'2020-01-01T00:00:00Z'").status()).isEqualTo(404);
    assertThat(expand(token, "'as_known_at':999").faults())
        .containsExactly("position.future@/as_known_at");

    server.patch(token, "/v1/objects/agent/a?effective_at=2026-01-01T00:00:00Z", "{}");
    server.patch(token, "/v1/objects/agent/b?effective_at=2026-01-01T00:00:00Z", "{}");
    server.post(token, "/v1/objects/edge/ab/undo", "{}");
    server.patch(token, "/v1/objects/edge/ab?effective_at=2026-02-01T00:00:00Z", "{'weight':3}");
    assertThat(nodes(expand(token, "'as_of':'2026-01-15T00:00:00Z'"))).containsExactly("a@0");
    assertThat(nodes(expand(token, "'as_of':'2026-02-15T00:00:00Z'")))
        .containsExactly("a@0", "b@1");
  }

  @Test
  void access_is_asked_for_on_every_hop() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    for (var open : List.of("a", "c")) {
      server.post(alice, "/v1/objects/agent", "{'agent_id':'" + open + "'" + OPEN + "}");
    }
    server.post(alice, "/v1/objects/agent", "{'agent_id':'b'}");
    for (var edge : List.of("ab", "bc")) {
      var made =
          server.post(
              alice,
              "/v1/objects/edge",
              "{'edge_id':'%s','edge_type':'supports','src_type':'agent','src_object_id':'%c',"
                      .formatted(edge, edge.charAt(0))
                  + "'dst_type':'agent','dst_object_id':'"
                  + edge.charAt(1)
                  + "'"
                  + OPEN
                  + "}");
      assertThat(made.status()).isEqualTo(201);
    }
    assertThat(nodes(expand(alice, "'hops':2,'edge_types':['supports']")))
        .containsExactly("a@0", "b@1", "c@2");
    // What lies behind the foreign one is not reached through it.
    var seen = expand(bob, "'hops':5,'edge_types':['supports']");
    assertThat(nodes(seen)).containsExactly("a@0");
    assertThat(edges(seen)).isEmpty();
    var hidden = start(bob, "agent", "b");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.bodyText()).isEqualTo(start(bob, "agent", "never").bodyText());
  }

  @Test
  void another_tenants_objects_are_not_there() {
    agents("a", "b");
    join("ab", "a", "b");
    assertThat(expand(server.newTenant(), "'hops':1").status()).isEqualTo(404);
  }

  @Test
  void computed_edges_are_followed_like_stored_ones() {
    server.post(
        token,
        "/v1/events",
        "{'event_type':'n','event_id':'evt_1','session_id':'ses_1','payload':{'text':'hello'}}");
    var all =
        server.post(
            token,
            "/v1/graph/expand",
            "{'start':[{'object_type':'session','object_id':'ses_1'}],'hops':3}");
    assertThat(all.list("nodes").stream().map(node -> node.text("object_type")))
        .containsExactly("session", "event", "memory", "embedding");
    assertThat(all.list("nodes").getLast().object("object").names())
        .containsExactly(
            "vector_id",
            "vector_context",
            "original_text",
            "dim",
            "model_id",
            "vector_ref",
            "created_ts");
    assertThat(all.list("nodes").getLast().object("object").text("original_text"))
        .isEqualTo("hello");
    assertThat(all.list("edges").stream().map(edge -> edge.text("edge_type")))
        .containsExactly("belongs_to_task", "belongs_to_task", "derived_from", "embedded_as");
  }

  @Test
  void several_starts_are_each_shown_once() {
    agents("a", "b");
    join("ab", "a", "b");
    var both =
        server.post(
            token,
            "/v1/graph/expand",
            "{'start':[{'object_type':'agent','object_id':'b'},{'object_type':'agent',"
                + "'object_id':'a'},{'object_type':'agent','object_id':'b'}],"
                + "'edge_types':['supports']}");
    assertThat(nodes(both)).containsExactly("b@0", "a@0");
    assertThat(edges(both)).containsExactly("ab@1");
  }

  @Test
  void a_list_of_no_edge_types_is_refused_for_nobody_wants_to_follow_none() {
    var start = "{'object_type':'memory','object_id':'mem_1'}";
    for (var body :
        List.of("{'start':[" + start + "]", "{'from':" + start + ",'to':" + start + "")) {
      var path = body.contains("from") ? "/v1/graph/path" : "/v1/graph/expand";
      assertThat(server.post(token, path, body + ",'edge_types':[]}").faults())
          .containsExactly("list.length@/edge_types");
    }
  }

  @Test
  void every_fault_of_a_question_is_told_at_once() {
    var refused =
        server.post(
            token,
            "/v1/graph/expand?nope=1",
            "{'start':[{'object_type':'cat','object_id':'!','x':1}],'hops':6,'direction':'up',"
                + "'edge_types':['hates'],'min_weight':-1,'max_nodes':1001,'max_edges':0,"
                + "'as_of':'then','as_known_at':true,'after':-1,'cursor':7,'colour':'red'}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.faults())
        .containsExactlyInAnyOrder(
            "parameter.unknown@/nope",
            "enum.unknown@/start/0/object_type",
            "id.format@/start/0/object_id",
            "field.unknown@/start/0/x",
            "number.range@/hops",
            "enum.unknown@/direction",
            "enum.unknown@/edge_types/0",
            "number.range@/min_weight",
            "number.range@/max_nodes",
            "number.range@/max_edges",
            "time.format@/as_of",
            "number.range@/as_known_at",
            "number.range@/after",
            "field.type@/cursor",
            "field.unknown@/colour");
    for (var none : List.of("{}", "{'start':null}")) {
      assertThat(server.post(token, "/v1/graph/expand", none).faults())
          .containsExactly("field.required@/start");
    }
    assertThat(server.post(token, "/v1/graph/expand", "{'start':[]}").faults())
        .containsExactly("list.length@/start");
  }

  private void agents(String... ids) {
    for (var id : ids) {
      var made = server.post(token, "/v1/objects/agent", "{'agent_id':'" + id + "'}");
      assertThat(made.status()).isEqualTo(201);
    }
  }

  private void join(String id, String from, String to) {
    edge(id, from, "supports", to, "'weight':1");
  }

  private void edge(String id, String from, String type, String to, String more) {
    var made =
        server.post(
            token,
            "/v1/objects/edge",
            "{'edge_id':'%s','edge_type':'%s','src_type':'agent','src_object_id':'%s',"
                    .formatted(id, type, from)
                + "'dst_type':'agent','dst_object_id':'%s',%s}".formatted(to, more));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static TestServer.Answer expand(String as, String more) {
    return server.post(
        as, "/v1/graph/expand", "{'start':[{'object_type':'agent','object_id':'a'}]," + more + "}");
  }

  private static TestServer.Answer start(String as, String type, String id) {
    return server.post(
        as,
        "/v1/graph/expand",
        "{'start':[{'object_type':'%s','object_id':'%s'}]}".formatted(type, id));
  }

  private static List<String> nodes(TestServer.Answer answer) {
    return told(answer.list("nodes"), "object_id");
  }

  private static List<String> edges(TestServer.Answer answer) {
    return told(answer.list("edges"), "edge_id");
  }

  private static List<String> told(List<JsonObject> all, String id) {
    return all.stream().map(each -> each.text(id) + "@" + each.get("hop")).toList();
  }
}
