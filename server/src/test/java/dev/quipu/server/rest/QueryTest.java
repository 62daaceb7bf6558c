package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A question is answered with what is known, and with the evidence for it.
class QueryTest extends DoorTest {

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bob = server.newKey(token, "user_bob", "read", "write");

  @Test
  void what_was_said_is_found_by_its_words() {
    say(alice, "The cat sleeps on the red sofa");
    say(alice, "Dinner is at eight");

    var answer = ask(alice, "'query_text':'where does the cat sleep'");

    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    assertThat(texts(answer)).containsExactly("The cat sleeps on the red sofa");
  }

  @Test
  void every_part_of_the_evidence_is_there_also_if_nothing_was_found() {
    say(alice, "something else");
    var answer = ask(alice, "'query_text':'zebra'");
    assertThat(answer.body().names())
        .containsExactly(
            "query_id",
            "status",
            "objects",
            "edges",
            "provenance",
            "versions",
            "applied_filters",
            "proof_trace",
            "search",
            "words_position",
            "vectors_position",
            "as_of",
            "position",
            "context",
            "next_cursor");
    assertThat(answer.text("status")).isEqualTo("no_hits");
  }

  @Test
  void what_others_keep_to_themselves_is_not_found_and_moves_no_score() {
    say(alice, "the treasure lies under the oak");
    var before = ask(alice, "'query_text':'treasure oak'");
    for (int i = 0; i < 20; i++) {
      say(bob, "oak oak oak treasure number " + i);
    }
    var after = ask(alice, "'query_text':'treasure oak'");

    assertThat(texts(after)).isEqualTo(texts(before));
    assertThat(after.list("objects").getFirst().get("score"))
        .isEqualTo(before.list("objects").getFirst().get("score"));
    assertThat(after.object("search")).isEqualTo(before.object("search"));
    assertThat(after.list("applied_filters").getLast())
        .isEqualTo(before.list("applied_filters").getLast());
  }

  @Test
  void pages_go_on_where_the_page_before_ended() {
    for (int i = 0; i < 25; i++) {
      say(alice, "apple number " + i);
    }
    var first = ask(alice, "'query_text':'apple','top_k':10");
    var second =
        ask(alice, "'query_text':'apple','top_k':10,'cursor':'" + first.text("next_cursor") + "'");
    var third =
        ask(alice, "'query_text':'apple','top_k':10,'cursor':'" + second.text("next_cursor") + "'");

    assertThat(texts(first)).hasSize(10);
    assertThat(texts(second)).hasSize(10).doesNotContainAnyElementsOf(texts(first));
    assertThat(texts(third)).hasSize(5);
    assertThat(third.text("next_cursor")).isNull();
  }

  @Test
  void a_trace_is_verified_by_asking_again() {
    say(alice, "the moon is made of cheese");
    var answer = ask(alice, "'query_text':'moon cheese'");
    say(alice, "the moon is made of stone, not of cheese");
    var trace = answer.object("proof_trace");

    var same =
        server.post(alice, "/v1/query/verify", JsonObject.of("proof_trace", trace).toString());
    assertThat(same.bodyText()).contains("\"same\":true");

    var others =
        server.post(bob, "/v1/query/verify", JsonObject.of("proof_trace", trace).toString());
    assertThat(others.bodyText()).contains("\"same\":false", "\"missing\"");
  }

  private static List<String> texts(TestServer.Answer answer) {
    return answer.list("objects").stream().map(object -> object.text("text")).toList();
  }

  private void say(String key, String text) {
    var said =
        server.post(
            key, "/v1/events", "{'event_type':'user_message','payload':{'text':'" + text + "'}}");
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }

  private TestServer.Answer ask(String key, String body) {
    var position = server.get(key, "/v1/log/head").number("position");
    return server.post(key, "/v1/query", "{" + body + ",'after':" + position + "}");
  }
}
