package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import dev.quipu.testkit.history.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pages of an answer fit together, whatever happens between them and however long each is.
class QueryPagesTest {

  /// They say nearly the same.
  private static final String STOATS = "'query_text':'stoat','top_k':5,'fold':false";

  private final HandClock clock = new HandClock(Instant.parse("2026-06-01T09:00:00Z"));
  private TestServer server;
  private String token;

  @BeforeEach
  void start(@TempDir Path folder) {
    server = TestServer.start(folder, clock);
    token = server.newTenant();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void what_expires_between_two_pages_leaves_no_gap() {
    for (int i = 0; i < 12; i++) {
      var text = "stoat ".repeat(12 - i).strip();
      memory("m" + i, text, i < 3 ? ",'ttl_days':1" : "");
    }
    var first = ask(STOATS);
    assertThat(ids(first)).containsExactly("m0", "m1", "m2", "m3", "m4");
    clock.move(Duration.ofDays(2));

    assertThat(following(first, STOATS))
        .containsExactly("m5", "m6", "m7", "m8", "m9", "m10", "m11");
    assertThat(ids(ask(STOATS))).doesNotContain("m0", "m1", "m2");
  }

  @Test
  void pages_of_other_lengths_neither_double_nor_leave_out() {
    var fruits = List.of("apple", "pear", "plum", "fig", "lime", "kiwi");
    for (int i = 0; i < 200; i++) {
      say("ses_" + i % 3, fruits.get(i * 7 % 6) + " " + fruits.get(i * 5 % 4), "");
    }
    var first = ask("'query_text':'apple fig','top_k':10");
    var paged = new ArrayList<>(ids(first));
    paged.addAll(following(first, "'query_text':'apple fig','top_k':90"));
    var again = new ArrayList<>(ids(first));
    again.addAll(following(first, "'query_text':'apple fig','top_k':7"));

    assertThat(paged).doesNotHaveDuplicates().isEqualTo(again);
    assertThat(paged).hasSizeGreaterThan(60);
  }

  @Test
  void a_page_is_verified_as_it_was_weighed() {
    for (int i = 0; i < 60; i++) {
      say("ses_" + i % 3, "apple " + "and more ".repeat(i % 9), "");
    }
    var first = ask("'query_text':'apple','top_k':5");
    var second =
        ask("'query_text':'apple','top_k':40,'cursor':'" + first.text("next_cursor") + "'");
    var trace = second.object("proof_trace");
    var verified =
        server.send("POST", token, "/v1/query/verify", "{\"proof_trace\":" + trace + "}");
    assertThat(verified.bodyText()).contains("\"same\":true");
  }

  @Test
  void a_conversation_has_the_order_in_which_it_was_held() {
    var said =
        List.of(
            "Where did you buy the piano?",
            "At the old market in Lviv.",
            "What is for dinner?",
            "Soup and bread.",
            "Did you walk the dog?",
            "Yes this morning.");
    for (int i : List.of(0, 3, 5, 2, 4, 1)) {
      say("ses_1", said.get(i), ",'event_time':'2026-05-01T10:0" + i + ":00Z'");
    }
    var found = texts(ask("'query_text':'Where did you buy the piano'"));
    assertThat(found.subList(0, 2)).containsExactly(said.get(0), said.get(1));
    assertThat(found).doesNotContain(said.get(3), said.get(5));
  }

  @Test
  void of_two_values_the_one_that_was_said_later_is_newer_and_not_the_one_that_came_later() {
    var newer = "My weekly goal is 40 km of running";
    say("ses_1", newer, ",'event_time':'2026-05-01T00:00:00Z'");
    say("ses_1", "My weekly goal is 25 km of running", ",'event_time':'2026-01-01T00:00:00Z'");
    assertThat(texts(ask("'query_text':'What is my weekly running goal?'")).getFirst())
        .isEqualTo(newer);
  }

  private List<String> following(TestServer.Answer first, String question) {
    var ids = new ArrayList<String>();
    for (var next = first.text("next_cursor"); next != null; ) {
      var page = ask(question + ",'cursor':'" + next + "'");
      ids.addAll(ids(page));
      next = page.text("next_cursor");
    }
    return ids;
  }

  private TestServer.Answer ask(String question) {
    long head = server.get(token, "/v1/log/head").number("position");
    var answer = server.post(token, "/v1/query", "{" + question + ",'after':" + head + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }

  private static List<String> ids(TestServer.Answer answer) {
    return answer.list("objects").stream().map(each -> each.text("object_id")).toList();
  }

  private static List<String> texts(TestServer.Answer answer) {
    return answer.list("objects").stream().map(each -> each.text("text")).toList();
  }

  private void memory(String id, String text, String more) {
    var body = "{'memory_id':'" + id + "','content':'" + text + "'" + more + "}";
    var made = server.post(token, "/v1/objects/memory", body);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private void say(String session, String text, String more) {
    var body =
        "{'event_type':'user_message','session_id':'%s','payload':{'text':'%s'}%s}"
            .formatted(session, text, more);
    var said = server.post(token, "/v1/events", body);
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }
}
