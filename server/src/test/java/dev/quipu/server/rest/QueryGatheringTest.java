package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What is found by other things than its words.
class QueryGatheringTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void what_happened_is_found_by_when_it_did() {
    say("2026-03-10T12:00:00Z", "We painted the fence.");
    say("2026-11-14T12:00:00Z", "We bought a dog.");
    for (var question : List.of("What happened last March?", "Що було 10 березня 2026?")) {
      assertThat(asked("'query_text':'" + question + "','as_of':'2026-11-15T12:00:00Z'"))
          .as(question)
          .containsExactly("We painted the fence.");
    }
    assertThat(asked("'query_text':'what did we do yesterday?','as_of':'2026-11-15T12:00:00Z'"))
        .containsExactly("We bought a dog.");
  }

  @Test
  void what_has_the_words_comes_before_what_merely_happened_then() {
    say("2026-03-10T12:00:00Z", "We painted the fence.");
    say("2026-10-01T12:00:00Z", "The dog barked.");
    assertThat(asked("'query_text':'the dog last March','as_of':'2026-11-15T12:00:00Z'"))
        .containsExactly("The dog barked.", "We painted the fence.");
  }

  @Test
  void nothing_stands_above_what_took_its_place_over_something_that_does_not_pass() {
    memory("one", "The code word is apple, code word.", "'tags':['x']");
    memory("two", "The code word is pear.", "'tags':['y']");
    memory("three", "The word is plum.", "'tags':['x']");
    supersede("two", "one");
    supersede("three", "two");
    assertThat(asked("'query_text':'code word apple','tags':['x']"))
        .containsExactly("The word is plum.", "The code word is apple, code word.");
    server.post(token, "/v1/objects/memory/two/lifecycle", "{'to':'archived'}");
    assertThat(asked("'query_text':'code word apple'"))
        .containsExactly("The word is plum.", "The code word is apple, code word.");
  }

  @Test
  void nor_where_nothing_is_asked_for_but_what_is_new() {
    memory("first", "The office is in Kyiv.", "'tags':['x']");
    memory("second", "The office is in Lviv.", "'tags':['x']");
    supersede("first", "second");
    assertThat(asked("'top_k':1")).containsExactly("The office is in Kyiv.");
    assertThat(asked("'top_k':5"))
        .containsExactly("The office is in Kyiv.", "The office is in Lviv.");
  }

  @Test
  void a_summary_of_one_agents_memories_is_that_agents() {
    server.post(
        token,
        "/v1/events",
        "{'event_type':'note','agent_id':'agt_2','session_id':'ses_1','payload':{'text':'The secret is stone.'}}");
    var summary = server.post(token, "/v1/sessions/ses_1/summarize", "{}");
    assertThat(summary.object("object").text("agent_id")).isEqualTo("agt_2");
  }

  private void memory(String id, String text, String more) {
    var made =
        server.post(
            token,
            "/v1/objects/memory",
            "{'memory_id':'%s','content':'%s',%s}".formatted(id, text, more));
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

  private void say(String time, String text) {
    var said =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'note','event_time':'%s','payload':{'text':'%s'}}"
                .formatted(time, text));
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }

  private List<String> asked(String question) {
    var head = server.get(token, "/v1/log/head").number("position");
    return server
        .post(token, "/v1/query", "{%s,'after':%d}".formatted(question, head))
        .list("objects")
        .stream()
        .map(found -> found.text("text"))
        .toList();
  }
}
