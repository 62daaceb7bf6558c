package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Edges that merely repeat a field, seen from both ends.
class ComputedEdgesTest extends DoorTest {

  private static final List<String> PARTS =
      List.of("", "/access", "/versions", "/provenance", "/proof", "/edges", "/tallies");

  private final String token = server.newTenant();

  @Test
  void caused_by_joins_an_event_with_its_parent_and_its_causes() {
    event("'event_id':'evt_1'");
    event("'event_id':'evt_2'");
    event("'event_id':'evt_3','parent_event_id':'evt_1','causal_refs':['evt_2','evt_1','evt_no']");

    var first = "event:evt_3~caused_by~event:evt_1";
    var second = "event:evt_3~caused_by~event:evt_2";
    assertThat(ids(token, "event/evt_3", "direction=out&edge_type=caused_by"))
        .containsExactly(first, second);
    assertThat(ids(token, "event/evt_1", "direction=in&edge_type=caused_by"))
        .containsExactly(first);
    assertThat(ids(token, "event/evt_2", "direction=in&edge_type=caused_by"))
        .containsExactly(second);
    assertThat(ids(token, "event/evt_1", "direction=out&edge_type=caused_by")).isEmpty();
    isWhole(first);
  }

  @Test
  void derived_from_joins_a_memory_with_its_events() {
    event("'event_id':'evt_1','payload':{'text':'tea at four'}");
    var memory = made("evt_1", "memory");
    var edge = "memory:" + memory + "~derived_from~event:evt_1";
    assertThat(ids(token, "memory/" + memory, "direction=out&edge_type=derived_from"))
        .containsExactly(edge);
    assertThat(ids(token, "event/evt_1", "direction=in&edge_type=derived_from"))
        .containsExactly(edge);
    isWhole(edge);

    // One that is written as such names other events than the one that makes it.
    event("'event_id':'evt_2'");
    server.post(
        token,
        "/v1/objects/memory",
        "{'memory_id':'mem_own','content':'x','source_event_ids':['evt_1','evt_2']}");
    assertThat(ids(token, "memory/mem_own", "direction=out&edge_type=derived_from"))
        .containsExactly(
            "memory:mem_own~derived_from~event:evt_1", "memory:mem_own~derived_from~event:evt_2");
    assertThat(ids(token, "event/evt_1", "direction=in&edge_type=derived_from"))
        .containsExactly(edge, "memory:mem_own~derived_from~event:evt_1");
    assertThat(ids(token, "event/evt_2", "direction=in&edge_type=derived_from"))
        .containsExactly("memory:mem_own~derived_from~event:evt_2");

    // One that names none comes from the act itself.
    server.post(token, "/v1/objects/memory", "{'memory_id':'mem_bare','content':'y'}");
    var act =
        server
            .get(token, "/v1/objects/memory/mem_bare")
            .object("object")
            .array("source_event_ids")
            .items()
            .getFirst()
            .toString()
            .replace("\"", "");
    assertThat(ids(token, "event/" + act, "direction=in&edge_type=derived_from"))
        .containsExactly("memory:mem_bare~derived_from~event:" + act);
  }

  @Test
  void derived_from_joins_a_state_with_the_event_that_it_comes_from_now() {
    event("'event_id':'evt_1','payload':{'state':{'key':'mood','value':'calm'}}");
    event("'event_id':'evt_2','payload':{'state':{'key':'mood','value':'wild'}}");
    var state = made("evt_1", "state");
    var then = "state:" + state + "~derived_from~event:evt_1";
    var now = "state:" + state + "~derived_from~event:evt_2";

    assertThat(ids(token, "state/" + state, "direction=out&edge_type=derived_from"))
        .containsExactly(now);
    assertThat(ids(token, "event/evt_1", "direction=in&edge_type=derived_from")).isEmpty();
    assertThat(ids(token, "event/evt_2", "direction=in&edge_type=derived_from"))
        .containsExactly(now);
    assertThat(ids(token, "event/evt_1", "direction=in&edge_type=derived_from&as_known_at=1"))
        .containsExactly(then);
    assertThat(server.get(token, "/v1/objects/edge/" + then).status()).isEqualTo(404);
    assertThat(server.get(token, "/v1/objects/edge/" + then + "?as_known_at=1").status())
        .isEqualTo(200);
    isWhole(now);
  }

  @Test
  void derived_from_joins_an_artifact_with_the_event_that_produced_it() {
    event("'event_id':'evt_1','payload':{'artifact':{'body':'select 1','type':'sql'}}");
    var artifact = made("evt_1", "artifact");
    var edge = "artifact:" + artifact + "~derived_from~event:evt_1";
    assertThat(ids(token, "artifact/" + artifact, "direction=out")).containsExactly(edge);
    assertThat(ids(token, "event/evt_1", "direction=in")).containsExactly(edge);
    isWhole(edge);
  }

  @Test
  void belongs_to_task_joins_what_lies_in_a_session_with_it() {
    event(
        "'event_id':'evt_1','session_id':'ses_1','payload':{'text':'x','state':{'key':'k'},"
            + "'artifact':{'body':'b'}}");
    var in = ids(token, "session/ses_1", "direction=in&edge_type=belongs_to_task");
    var expected = new ArrayList<String>();
    expected.add("event:evt_1~belongs_to_task~session:ses_1");
    for (var type : List.of("memory", "state", "artifact")) {
      expected.add(type + ":" + made("evt_1", type) + "~belongs_to_task~session:ses_1");
    }
    assertThat(in).containsExactlyElementsOf(expected);
    for (var edge : in) {
      var source = edge.substring(0, edge.indexOf("~belongs")).replace(':', '/');
      assertThat(ids(token, source, "direction=out&edge_type=belongs_to_task"))
          .containsExactly(edge);
      isWhole(edge);
    }
  }

  @Test
  void belongs_to_task_joins_a_session_with_the_one_above_it() {
    server.post(token, "/v1/objects/session", "{'session_id':'ses_up'}");
    server.post(
        token, "/v1/objects/session", "{'session_id':'ses_low','parent_session_id':'ses_up'}");
    var edge = "session:ses_low~belongs_to_task~session:ses_up";
    assertThat(ids(token, "session/ses_low", "direction=out")).containsExactly(edge);
    assertThat(ids(token, "session/ses_up", "direction=in")).contains(edge);
    isWhole(edge);
  }

  @Test
  void embedded_as_joins_memories_of_equal_text_with_their_embedding() {
    event("'event_id':'evt_1','payload':{'text':'same'}");
    event("'event_id':'evt_2','payload':{'text':'same'}");
    var memory = made("evt_1", "memory");
    var content =
        server.get(token, "/v1/objects/memory/" + memory).object("object").text("content");
    var edge = "memory:" + memory + "~embedded_as~embedding:" + content;
    assertThat(ids(token, "memory/" + memory, "edge_type=embedded_as")).containsExactly(edge);
    assertThat(ids(token, "embedding/" + content, "direction=in"))
        .containsExactly(
            edge, "memory:" + made("evt_2", "memory") + "~embedded_as~embedding:" + content);
    isWhole(edge);

    var stranger = server.newKey(token, "user_stranger", "read");
    assertThat(server.get(stranger, "/v1/objects/embedding/" + content + "/edges").status())
        .isEqualTo(404);
    assertThat(server.get(token, "/v1/objects/embedding/vec_none/edges").status()).isEqualTo(404);
  }

  @Test
  void a_computed_edge_is_seen_by_those_who_see_both_its_ends() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var open = ",'visibility':'public','access':{'team_id':null}}";
    server.post(alice, "/v1/events", "{'event_type':'n','event_id':'evt_secret'}");
    server.post(
        alice,
        "/v1/events",
        "{'event_type':'n','event_id':'evt_open','causal_refs':['evt_secret']" + open);

    assertThat(ids(alice, "event/evt_open", "direction=out")).hasSize(1);
    assertThat(ids(bob, "event/evt_open", "direction=out")).isEmpty();
    assertThat(server.get(bob, "/v1/objects/event/evt_secret/edges").status()).isEqualTo(404);
    var edge = "/v1/objects/edge/event:evt_open~caused_by~event:evt_secret";
    assertThat(server.get(alice, edge).status()).isEqualTo(200);
    for (var part : PARTS) {
      assertThat(server.get(alice, edge + part).status()).as(part).isEqualTo(200);
      var hidden = server.get(bob, edge + part);
      var none = "/v1/objects/edge/event:evt_open~caused_by~event:evt_none" + part;
      assertThat(hidden.status()).as(part).isEqualTo(404);
      assertThat(hidden.bodyText()).isEqualTo(server.get(bob, none).bodyText());
    }
  }

  @Test
  void a_computed_edge_tells_of_itself_what_its_source_does() {
    event("'event_id':'evt_1','session_id':'ses_1','payload':{'text':'tea at four'}");
    var memory = made("evt_1", "memory");
    server.patch(token, "/v1/objects/memory/" + memory, "{'importance':0.25}");
    for (var source : List.of("memory/" + memory, "event/evt_1")) {
      var id = source.replace('/', ':') + "~belongs_to_task~session:ses_1";
      var path = "/v1/objects/edge/" + id;
      var edge = server.get(token, path);
      assertThat(server.get(token, path + "/access").body())
          .isEqualTo(server.get(token, "/v1/objects/" + source + "/access").body());
      assertThat(server.get(token, path + "/proof").body())
          .isEqualTo(server.get(token, "/v1/objects/" + source + "/proof").body());
      var versions = server.get(token, path + "/versions").list("versions");
      assertThat(versions).hasSize(1);
      assertThat(versions.getFirst().object("object")).isEqualTo(edge.object("object"));
      assertThat(versions.getFirst().text("valid_from")).isEqualTo(edge.text("valid_from"));
      assertThat(server.get(token, path + "/edges").list("edges")).isEmpty();
      assertThat(server.get(token, path + "/tallies").object("supports").get("count").toString())
          .isEqualTo("0");
      var provenance = server.get(token, path + "/provenance");
      assertThat(provenance.text("object_id")).isEqualTo(id);
      assertThat(provenance.list("source_events").getFirst().text("event_id")).isEqualTo("evt_1");
      assertThat(provenance.text("mutation_event_id"))
          .isEqualTo(versions.getFirst().text("mutation_event_id"));
    }
    var early = "/v1/objects/edge/memory:" + memory + "~belongs_to_task~session:ses_1";
    assertThat(server.get(token, early + "/proof?as_known_at=1").number("position")).isEqualTo(1);
    assertThat(server.get(token, early + "/proof").number("position")).isEqualTo(2);
  }

  @Test
  void what_an_event_says_holds_from_when_it_happened_on() {
    event("'event_id':'evt_1','session_id':'ses_1','event_time':'2026-01-01T00:00:00Z'");
    event("'event_id':'evt_2','session_id':'ses_1','event_time':'2026-03-01T00:00:00Z'");

    var edges = "direction=in&edge_type=belongs_to_task";
    assertThat(ids(token, "session/ses_1", edges)).hasSize(2);
    assertThat(ids(token, "session/ses_1", edges + "&as_of=2026-02-01T00:00:00Z"))
        .containsExactly("event:evt_1~belongs_to_task~session:ses_1");
    assertThat(ids(token, "session/ses_1", edges + "&as_known_at=1"))
        .containsExactly("event:evt_1~belongs_to_task~session:ses_1");
    var second = "/v1/objects/edge/event:evt_2~belongs_to_task~session:ses_1";
    assertThat(server.get(token, second + "?as_of=2026-02-01T00:00:00Z").status()).isEqualTo(404);
    assertThat(server.get(token, second + "?as_of=2026-04-01T00:00:00Z").status()).isEqualTo(200);
  }

  @Test
  void pages_go_over_stored_and_computed_edges_alike() {
    event("'event_id':'evt_0','session_id':'ses_1','payload':{'text':'x'}");
    for (int i = 1; i < 6; i++) {
      event("'event_id':'evt_" + i + "','session_id':'ses_1','payload':{'text':'t" + i + "'}");
      server.post(
          token,
          "/v1/objects/edge",
          "{'edge_id':'edge_%d','edge_type':'supports','src_type':'event','src_object_id':'evt_%d',"
                  .formatted(i, i)
              + "'dst_type':'session','dst_object_id':'ses_1'}");
    }
    var all = ids(token, "session/ses_1", "direction=in");
    assertThat(all).hasSize(5 + 6 + 6);
    assertThat(all.subList(0, 5)).allMatch(id -> id.startsWith("edge_"));
    assertThat(all).doesNotHaveDuplicates();
    for (int limit : new int[] {1, 2, 3, 7, 16}) {
      var paged = new ArrayList<String>();
      var cursor = "";
      do {
        var page =
            server.get(
                token, "/v1/objects/session/ses_1/edges?direction=in&limit=" + limit + cursor);
        assertThat(page.status()).isEqualTo(200);
        page.list("edges").forEach(edge -> paged.add(edge.text("edge_id")));
        cursor = page.text("next_cursor") == null ? null : "&cursor=" + page.text("next_cursor");
      } while (cursor != null);
      assertThat(paged).as("limit " + limit).isEqualTo(all);
    }
  }

  @Test
  void an_event_is_nowhere_before_it_happened() {
    var time = "'event_time':'2026-02-01T00:00:00Z'";
    event("'event_id':'evt_1'," + time);
    event("'event_id':'evt_2','causal_refs':['evt_1']," + time);
    for (var path :
        List.of(
            "/v1/events/evt_1",
            "/v1/events/evt_1/causality",
            "/v1/objects/event/evt_1",
            "/v1/objects/event/evt_1/edges",
            "/v1/objects/event/evt_1/tallies",
            "/v1/objects/edge/event:evt_2~caused_by~event:evt_1")) {
      assertThat(server.get(token, path + "?as_of=2026-01-31T00:00:00Z").status())
          .as(path)
          .isEqualTo(404);
      assertThat(server.get(token, path + "?as_of=2026-02-01T00:00:00Z").status())
          .as(path)
          .isEqualTo(200);
    }
    var early =
        "{'start':[{'object_type':'event','object_id':'evt_2'}],'as_of':'2026-01-31T00:00:00Z'}";
    assertThat(server.post(token, "/v1/graph/expand", early).status()).isEqualTo(404);
  }

  @Test
  void ids_that_look_like_a_part_of_one_name_no_other_edge() {
    event("'event_id':'a-caused_by-event:b'");
    event("'event_id':'c','causal_refs':['a-caused_by-event:b']");
    event("'event_id':'c-caused_by-event:a','causal_refs':['b']");
    var edge = "event:c~caused_by~event:a-caused_by-event:b";
    assertThat(ids(token, "event/c", "edge_type=caused_by")).containsExactly(edge);
    isWhole(edge);
  }

  @Test
  void the_id_of_a_computed_edge_cannot_be_chosen() {
    event("'event_id':'evt_1','agent_id':'agt_1'");
    var refused =
        server.post(
            token,
            "/v1/objects/edge",
            "{'edge_id':'event:evt_1~caused_by~event:evt_2','edge_type':'supports',"
                + "'src_type':'event','src_object_id':'evt_1','dst_type':'agent',"
                + "'dst_object_id':'agt_1'}");
    assertThat(refused.faults()).containsExactly("id.format@/edge_id");
    assertThat(server.get(token, "/v1/objects/edge").list("objects")).isEmpty();
  }

  @Test
  void the_id_of_a_computed_edge_may_be_longer_than_any_other() {
    var id = "e".repeat(128);
    event("'event_id':'" + id + "','session_id':'" + "s".repeat(128) + "'");
    isWhole("event:" + id + "~belongs_to_task~session:" + "s".repeat(128));
    assertThat(server.get(token, "/v1/objects/edge/" + "x".repeat(300)).status()).isEqualTo(404);
  }

  /// It is got by its id, with the nine fields, and is the same in lists.
  private void isWhole(String id) {
    var edge = server.get(token, "/v1/objects/edge/" + id);
    assertThat(edge.status()).isEqualTo(200);
    assertThat(edge.number("version")).isEqualTo(1);
    assertThat(edge.header("ETag")).isEqualTo("\"1\"");
    var object = edge.object("object");
    assertThat(object.names())
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
    var source = object.text("src_type") + "/" + object.text("src_object_id");
    assertThat(object.text("provenance_ref")).isEqualTo("/v1/objects/" + source + "/proof");
    assertThat(object.get("weight").toString()).isEqualTo("1");
    assertThat(edges(token, source, "direction=out")).contains(object);
    assertThat(server.get(token, "/v1/objects/edge/" + id, "If-None-Match", "\"1\"").status())
        .isEqualTo(304);
  }

  private static List<String> ids(String as, String node, String query) {
    return edges(as, node, query).stream().map(edge -> edge.text("edge_id")).toList();
  }

  private static List<JsonObject> edges(String as, String node, String query) {
    return server.get(as, "/v1/objects/" + node + "/edges?" + query).list("edges");
  }

  private void event(String fields) {
    var made = server.post(token, "/v1/events", "{'event_type':'note'," + fields + "}");
    assertThat(made.status()).isEqualTo(201);
  }

  /// What of a type an event gave rise to.
  private String made(String event, String type) {
    var edges = edges(token, "event/" + event, "direction=in&as_known_at=" + position(event));
    return edges.stream()
        .filter(edge -> edge.text("src_type").equals(type))
        .map(edge -> edge.text("src_object_id"))
        .findFirst()
        .orElseThrow();
  }

  private long position(String event) {
    return server.get(token, "/v1/events/" + event).number("position");
  }
}
