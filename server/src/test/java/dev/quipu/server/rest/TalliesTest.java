package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.wire.JsonReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// `/v1/objects/{type}/{id}/tallies`.
class TalliesTest extends DoorTest {

  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}}";

  private final String token = server.newTenant();

  @Test
  void supporters_and_contradictors_are_counted_and_weighed() {
    memory(token, "mem_fact", OPEN);
    memory(token, "mem_1", OPEN);
    memory(token, "mem_2", OPEN);
    memory(token, "mem_3", OPEN);
    edge(token, "e1", "supports", "mem_1", "mem_fact", 0.5);
    edge(token, "e2", "supports", "mem_2", "mem_fact", 2);
    edge(token, "e3", "contradicts", "mem_3", "mem_fact", 0.25);
    edge(token, "e4", "supports", "mem_fact", "mem_1", 1);
    edge(token, "e5", "relates_to", "mem_3", "mem_fact", 1);

    var tallies = tallies(token, "");
    assertThat(tallies.body().names()).containsExactly("supports", "contradicts", "position");
    assertThat(tallies.object("supports"))
        .isEqualTo(
            json(
                "{'count':2,'weight':2.5,'objects':["
                    + "{'object_type':'memory','object_id':'mem_1','edge_id':'e1','weight':0.5},"
                    + "{'object_type':'memory','object_id':'mem_2','edge_id':'e2','weight':2}]}"));
    assertThat(tallies.object("contradicts").get("count").toString()).isEqualTo("1");
    assertThat(tallies.object("contradicts").get("weight").toString()).isEqualTo("0.25");
  }

  @Test
  void a_tally_is_taken_at_a_point_in_time() {
    memory(token, "mem_fact", "}");
    memory(token, "mem_1", "}");
    edge(token, "e1", "supports", "mem_1", "mem_fact", 1);
    var before = server.get(token, "/v1/log/head").number("position");
    server.delete(token, "/v1/objects/edge/e1");

    assertThat(count(tallies(token, ""))).isEqualTo("0");
    assertThat(count(tallies(token, "?as_known_at=" + before))).isEqualTo("1");
    assertThat(count(tallies(token, "?as_known_at=" + (before - 1)))).isEqualTo("0");
  }

  @Test
  void what_the_caller_cannot_see_does_not_count() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read");
    memory(alice, "mem_fact", OPEN);
    memory(alice, "mem_secret", "}");
    memory(alice, "mem_open", OPEN);
    edge(alice, "e1", "supports", "mem_secret", "mem_fact", 1);
    edge(alice, "e2", "supports", "mem_open", "mem_fact", 1);

    assertThat(count(tallies(alice, ""))).isEqualTo("2");
    assertThat(count(tallies(bob, ""))).isEqualTo("1");
    assertThat(tallies(bob, "").bodyText()).doesNotContain("mem_secret");
    assertThat(server.get(bob, "/v1/objects/memory/mem_secret/tallies").status()).isEqualTo(404);
  }

  @Test
  void many_are_counted_and_the_first_hundred_named() {
    memory(token, "mem_fact", "}");
    var events = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      events
          .append(
              "{'event_type':'note','payload':{'edges':[{'edge_type':'supports',"
                  + "'dst_type':'memory','dst_object_id':'mem_fact'}]}}")
          .append(i < 299 ? "," : "");
    }
    server.post(token, "/v1/events", "{'events':[" + events + "]}");
    assertThat(count(tallies(token, ""))).isEqualTo("300");
    assertThat(tallies(token, "").object("supports").array("objects").items()).hasSize(100);
  }

  private static void memory(String as, String id, String rest) {
    var made =
        server.post(
            as, "/v1/objects/memory", "{'memory_id':'" + id + "','content':'" + id + "'" + rest);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static void edge(
      String as, String id, String type, String from, String to, double weight) {
    var made =
        server.post(
            as,
            "/v1/objects/edge",
            "{'edge_id':'%s','edge_type':'%s','src_type':'memory','src_object_id':'%s',"
                    .formatted(id, type, from)
                + "'dst_type':'memory','dst_object_id':'"
                + to
                + "','weight':"
                + weight
                + OPEN);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static TestServer.Answer tallies(String as, String query) {
    return server.get(as, "/v1/objects/memory/mem_fact/tallies" + query);
  }

  private static String count(TestServer.Answer tallies) {
    return tallies.object("supports").get("count").toString();
  }

  private static JsonObject json(String text) {
    return new JsonReader().readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
