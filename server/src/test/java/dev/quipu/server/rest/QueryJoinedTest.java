package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer.Answer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is found because an edge joins it to what has the words.
class QueryJoinedTest extends DoorTest {

  private static final String PUMP = "The pump on the roof has failed.";
  private static final String CAUSE = "A seal had dried out over summer.";

  private final String alice = server.newTenant();
  private final String bob = server.newKey(alice, "user_bob", "read", "write");

  @BeforeEach
  void somethingHasHappened() {
    memory(alice, "pump", PUMP, "'visibility':'public','access':{'team_id':null}");
    memory(alice, "cause", CAUSE, "'visibility':'public','access':{'team_id':null}");
    memory(alice, "other", "Nobody has watered the roses.", "'importance':0.9");
  }

  @Test
  void what_an_edge_joins_to_a_hit_is_found_behind_it() {
    assertThat(found(alice, "")).containsExactly("pump");
    join("cause", "caused_by", "pump", "");
    assertThat(found(alice, "")).containsExactly("pump", "cause");
    var brought = ask(alice, "").list("objects").get(1);
    assertThat(number(brought.object("score_parts"), "joined")).isPositive();
    assertThat(number(brought, "score"))
        .isLessThan(number(ask(alice, "").list("objects").getFirst(), "score"));
    assertThat(ask(alice, "").list("edges")).hasSize(1);
  }

  @Test
  void a_stronger_edge_gives_more() {
    join("cause", "caused_by", "pump", ",'weight':0.2");
    join("other", "relates_to", "pump", ",'weight':0.7");
    assertThat(found(alice, "")).containsExactly("pump", "other", "cause");
  }

  @Test
  void what_is_joined_must_pass_the_filters_as_well() {
    memory(alice, "engine", "The engine in the cellar has stopped.", "'tags':['x']");
    memory(alice, "fuel", "Nobody had filled the tank.", "'tags':['x']");
    memory(alice, "fog", "It was a cold day.", "'tags':['y']");
    join("fuel", "caused_by", "engine", "");
    join("fog", "relates_to", "engine", "");
    var engine = "'query_text':'cellar engine','tags':['x']";
    assertThat(ids(query(alice, engine))).containsExactly("engine", "fuel");
    assertThat(ids(query(alice, "'query_text':'cellar engine','tags':['y']"))).isEmpty();
    server.post(alice, "/v1/objects/memory/fuel/lifecycle", "{'to':'archived'}");
    assertThat(ids(query(alice, engine))).containsExactly("engine");
  }

  @Test
  void what_does_not_pass_takes_no_place_of_what_does() {
    memory(alice, "hub", "The engine in the cellar has stopped.", "'tags':['x']");
    memory(alice, "weak", "Nobody had filled the tank.", "'tags':['x']");
    join("hub", "relates_to", "weak", ",'weight':0.5");
    for (int i = 0; i < 20; i++) {
      memory(alice, "far" + i, "Number " + i + " is elsewhere.", "'tags':['y']");
      join("hub", "relates_to", "far" + i, "");
      join("hub", "supports", "far0", "");
    }
    assertThat(ids(query(alice, "'query_text':'cellar engine','tags':['x']")))
        .containsExactly("hub", "weak");
  }

  @Test
  void a_weak_edge_takes_nothing_from_what_has_the_words() {
    memory(alice, "hub", "falcon telescope", "'importance':0.5");
    for (int i = 0; i < 40; i++) {
      memory(alice, "x" + i, "garden rose", "'importance':0.5");
    }
    var falcons = "'query_text':'garden rose falcon','fold':false,'top_k':10";
    var before =
        score(query(alice, "'query_text':'garden rose falcon','fold':false,'top_k':40"), "x39");
    join("hub", "relates_to", "x39", ",'weight':0.01");
    var raised = query(alice, falcons);
    assertThat(ids(raised)).contains("x39");
    assertThat(score(raised, "x39")).isGreaterThan(before);
  }

  @Test
  void the_parts_of_a_score_give_the_score() {
    join("cause", "caused_by", "pump", ",'weight':0.5");
    join("other", "relates_to", "pump", "");
    memory(alice, "also", "The roof is new.", "'importance':0");
    join("also", "relates_to", "pump", "");
    for (var found : ask(alice, "").list("objects")) {
      var parts = found.object("score_parts");
      double sum = 0;
      double product = 1;
      for (var name : parts.members().keySet()) {
        switch (name) {
          case "words", "neighbours", "joined" -> sum += number(parts, name);
          default -> product *= number(parts, name);
        }
      }
      assertThat(sum * product)
          .as(found.toString())
          .isCloseTo(number(found, "score"), within(1e-4));
    }
  }

  private static double score(Answer answer, String id) {
    return answer.list("objects").stream()
        .filter(found -> id.equals(found.text("object_id")))
        .mapToDouble(found -> number(found, "score"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_edge_that_somebody_may_not_see_gives_them_nothing() {
    join("cause", "caused_by", "pump", ",'visibility':'private'");
    assertThat(found(alice, "")).containsExactly("pump", "cause");
    assertThat(found(bob, "")).containsExactly("pump");
  }

  @Test
  void an_edge_counts_when_it_is_known_and_holds() {
    var before = head(alice);
    join("cause", "caused_by", "pump", ",'edge_id':'e1'");
    var with = head(alice);
    server.delete(alice, "/v1/objects/edge/e1");
    assertThat(found(alice, "")).containsExactly("pump");
    assertThat(found(alice, ",'as_known_at':" + before)).containsExactly("pump");
    assertThat(found(alice, ",'as_known_at':" + with)).containsExactly("pump", "cause");
  }

  @Test
  void what_the_question_calls_by_its_id_lends_even_if_it_is_not_looked_for_itself() {
    server.post(alice, "/v1/objects/agent", "{'agent_id':'agt_7'}");
    join("cause", "relates_to", "agt_7", ",'dst_type':'agent'");
    assertThat(ids(query(alice, "'query_text':'agt_7'"))).containsExactly("cause");
  }

  @Test
  void pages_and_verifying_show_the_same() {
    join("cause", "caused_by", "pump", "");
    join("other", "relates_to", "pump", "");
    var whole = found(alice, "");
    var first = query(alice, "'query_text':'roof pump','top_k':1");
    var second =
        query(
            alice,
            "'query_text':'roof pump','top_k':1,'cursor':'%s'"
                .formatted(first.text("next_cursor")));
    assertThat(ids(first)).containsExactly(whole.get(0));
    assertThat(ids(second)).containsExactly(whole.get(1));
    var trace = JsonObject.of("proof_trace", ask(alice, "").object("proof_trace"));
    var verified = server.post(alice, "/v1/query/verify", trace.toString());
    assertThat(verified.body().get("same")).as(verified.bodyText()).isEqualTo(JsonBoolean.TRUE);
  }

  private void memory(String token, String id, String text, String more) {
    made(token, "memory", "{'memory_id':'%s','content':'%s',%s}".formatted(id, text, more));
  }

  private void join(String from, String type, String to, String more) {
    made(
        alice,
        "edge",
        "{'src_type':'memory','src_object_id':'%s','edge_type':'%s','dst_object_id':'%s'%s}"
            .formatted(
                from, type, to, more.contains("dst_type") ? more : ",'dst_type':'memory'" + more));
  }

  private void made(String token, String type, String body) {
    var made = server.post(token, "/v1/objects/" + type, body);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private long head(String token) {
    return server.get(token, "/v1/log/head").number("position");
  }

  private Answer ask(String token, String more) {
    return query(token, "'query_text':'roof pump'" + more);
  }

  private Answer query(String token, String question) {
    var answer =
        server.post(token, "/v1/query", "{%s,'after':%d}".formatted(question, head(alice)));
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }

  private static List<String> ids(Answer answer) {
    return answer.list("objects").stream().map(found -> found.text("object_id")).toList();
  }

  private static double number(JsonObject object, String name) {
    return ((JsonNumber) object.get(name)).value();
  }

  private List<String> found(String token, String more) {
    return ids(ask(token, more));
  }
}
