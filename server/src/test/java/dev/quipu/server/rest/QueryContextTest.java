package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is quoted for a model: of several things rather than of one, and what has been superseded
/// under its successor.
class QueryContextTest extends DoorTest {

  private final String token = server.newTenant();

  // ── superseded ──

  @Test
  void what_was_superseded_says_by_what_and_stands_below_it() {
    memory("old", "The office is in Kyiv, office Kyiv", "");
    memory("new", "We have moved to Lviv", "");
    memory("other", "The office has a garden", "");
    supersede("new", "old");
    var found = ask("'query_text':'office Kyiv'").list("objects");
    assertThat(ids(found)).containsExactly("new", "old", "other");
    assertThat(found.get(1).object("superseded_by").toString())
        .isEqualTo("{\"object_id\":\"new\",\"object_type\":\"memory\"}");
    assertThat(found.get(0).get("superseded_by")).isEqualTo(Json.NULL);
    assertThat(found.get(2).get("superseded_by")).isEqualTo(Json.NULL);
  }

  @Test
  void it_is_not_lifted_to_a_successor_that_stands_far_above() {
    memory("old", "The office with its desks and lamps and many other things is in Kyiv", "");
    memory("new", "office Lviv", "");
    memory("other", "The office has a garden", "");
    supersede("new", "old");
    var answer = ask("'query_text':'office Lviv','token_budget':500");
    assertThat(ids(answer.list("objects"))).containsExactly("new", "other", "old");
    assertThat(answer.list("objects").getLast().object("superseded_by").text("object_id"))
        .isEqualTo("new");
    assertThat(lines(answer.object("context")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("[1] memory/new \""),
            line -> assertThat(line).startsWith("[2] memory/old (superseded by [1]) \""),
            line -> assertThat(line).startsWith("[3] memory/other \""));
  }

  @Test
  void a_chain_is_quoted_from_its_end() {
    memory("one", "The code word is apple", "");
    memory("two", "The code word is pear", "");
    memory("three", "The code word is plum", "");
    supersede("two", "one");
    supersede("three", "two");
    var answer = ask("'query_text':'code word apple','token_budget':500");
    assertThat(lines(answer.object("context")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("[1] memory/three \""),
            line -> assertThat(line).startsWith("[2] memory/two (superseded by [1]) \""),
            line -> assertThat(line).startsWith("[3] memory/one (superseded by [2]) \""));
    var citations = TestServer.objects(answer.object("context").array("citations"));
    assertThat(ids(citations)).containsExactly("three", "two", "one");
  }

  @Test
  void what_was_superseded_is_never_quoted_without_its_successor() {
    memory("old", "The code word is apple", ",'tags':['x']");
    memory("new", "The code word is " + "pear ".repeat(60), "");
    supersede("new", "old");
    // the successor is cut, then there is no room
    var small = ask("'query_text':'code word apple','token_budget':60").object("context");
    assertThat(small.text("text")).contains("memory/new").doesNotContain("apple");
    assertThat(small.get("truncated")).isEqualTo(Json.of(true));
    // the successor does not pass
    for (var filter : List.of("'tags':['x']", "'lifecycles':['stale']")) {
      var answer = ask("'query_text':'code word apple','token_budget':500," + filter);
      assertThat(ids(answer.list("objects"))).containsExactly("old");
      assertThat(answer.list("objects").getFirst().get("superseded_by")).isEqualTo(Json.NULL);
      assertThat(answer.object("context").text("text")).isEmpty();
    }
    // the successor is on the page before
    var first = ask("'query_text':'code word apple','top_k':1,'token_budget':500");
    assertThat(ids(first.list("objects"))).containsExactly("new");
    var second =
        ask(
            "'query_text':'code word apple','top_k':1,'token_budget':500,'cursor':'"
                + first.text("next_cursor")
                + "'");
    assertThat(second.list("objects").getFirst().object("superseded_by").text("object_id"))
        .isEqualTo("new");
    assertThat(second.object("context").text("text")).isEmpty();
  }

  @Test
  void a_successor_that_somebody_may_not_see_is_not_named() {
    var bob = server.newKey(token, "user_bob", "read", "write");
    memory("old", "The office is in Kyiv", ",'visibility':'public','access':{'team_id':null}");
    memory("new", "The office is in Lviv", "");
    supersede("new", "old");
    long head = server.get(token, "/v1/log/head").number("position");
    var answer =
        server.post(
            bob, "/v1/query", "{'query_text':'office','token_budget':500,'after':" + head + "}");
    assertThat(ids(answer.list("objects"))).containsExactly("old");
    assertThat(answer.list("objects").getFirst().get("superseded_by")).isEqualTo(Json.NULL);
    assertThat(answer.bodyText()).doesNotContain("memory/new", "\"new\"");
    assertThat(answer.object("context").text("text")).contains("[1] memory/old \"");
  }

  // ── of several things ──

  @Test
  void five_ways_to_say_one_thing_do_not_take_the_place_of_others() {
    memory("say_1", "The launch of Falcon will be in early May, says Anna", "");
    memory("say_2", "Anna says the launch of Falcon will be in early May", "");
    memory("say_3", "In early May there will be the launch of Falcon, says Anna", "");
    memory("say_4", "Early May, says Anna, will be the launch of Falcon", "");
    memory("say_5", "Anna says: in early May will be the launch of Falcon", "");
    memory("lead", "Somebody called Olena leads the launch of Falcon since the winter", "");
    memory("cost", "Sponsors from Norway pay for the launch of Falcon and its crew", "");
    var question = "'query_text':'launch of Falcon'";
    var whole = ask(question + ",'token_budget':1000");
    assertThat(lines(whole.object("context"))).hasSize(7);
    assertThat(ids(TestServer.objects(whole.object("context").array("citations"))))
        .isEqualTo(ids(whole.list("objects")));

    var packed = ask(question + ",'token_budget':105").object("context");
    var cited = ids(TestServer.objects(packed.array("citations")));
    assertThat(cited).hasSize(4).contains("lead", "cost");
    assertThat(cited.getFirst()).isEqualTo(ids(whole.list("objects")).getFirst());
    assertThat(packed.get("truncated")).isEqualTo(Json.of(true));
    assertThat(AccessWorld.number(packed, "tokens")).isLessThanOrEqualTo(105);
    assertThat(ask(question + ",'token_budget':105").object("context")).isEqualTo(packed);
  }

  @Test
  void what_is_merely_new_is_quoted_as_it_comes() {
    for (int i = 0; i < 6; i++) {
      memory("mem_" + i, "tea of kind " + "abcdef".charAt(i), "");
    }
    var packed = ask("'query_text':'','token_budget':60").object("context");
    var cited = ids(TestServer.objects(packed.array("citations")));
    assertThat(cited).startsWith("mem_5", "mem_4").isSortedAccordingTo((a, b) -> b.compareTo(a));
  }

  @Test
  void a_text_that_has_to_be_cut_is_quoted_where_it_answers() {
    var weather = "It was a day with some rain and some sun. ";
    var answer = "The spare key lies under the blue flowerpot. ";
    memory("long", weather.repeat(60) + answer + weather.repeat(60), "");
    var question = "'query_text':'Where is the spare key?','token_budget':300";
    var context = ask(question).object("context");
    assertThat(lines(context))
        .singleElement()
        .asString()
        .startsWith("[1] memory/long …\"")
        .contains(answer.strip())
        .endsWith("\"…");
    assertThat(context.get("truncated")).isEqualTo(Json.of(true));
    assertThat(AccessWorld.number(context, "tokens")).isBetween(280L, 300L);
    assertThat(ask(question).object("context")).isEqualTo(context);
  }

  private static List<String> lines(JsonObject context) {
    return context.text("text").lines().skip(1).toList();
  }

  private TestServer.Answer ask(String question) {
    long head = server.get(token, "/v1/log/head").number("position");
    var answer = server.post(token, "/v1/query", "{" + question + ",'after':" + head + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }

  private static List<String> ids(List<JsonObject> objects) {
    return objects.stream().map(each -> each.text("object_id")).toList();
  }

  private void memory(String id, String text, String more) {
    var body = "{'memory_id':'" + id + "','content':'" + text + "'" + more + "}";
    var made = server.post(token, "/v1/objects/memory", body);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private void supersede(String from, String to) {
    var made =
        server.post(
            token,
            "/v1/objects/edge",
            "{'src_type':'memory','src_object_id':'%s','edge_type':'supersedes','dst_type':'memory','dst_object_id':'%s'}"
                .formatted(from, to));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }
}
