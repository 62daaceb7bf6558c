package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is sent as a question is answered soon: with what was found, or with what is wrong.
@Timeout(120)
class QueryHostileTest extends DoorTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bob = server.newKey(token, "user_bob", "read", "write");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\\t\\n",
        "a AND (",
        "*:*",
        "field:x^1000",
        "[* TO *]",
        "\\\"unclosed",
        "text:(tea) OR NOT -tea +tea && || !",
        "tea~99999999999999999999",
        "/(a+)+$/",
        "%00 ../../ ; DROP TABLE",
        "\\uD83D\\uDE00 \\u200F\\u202E tea \\uFFFF",
        "1e999999999 -0 NaN 0x 9999-99-99 2026-02-30 31 february"
      })
  void odd_texts_are_only_words(String text) {
    say("a cup of tea");
    var answer = ask("{'after':" + head() + ",'query_text':'" + text + "'}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    assertThat(answer.list("objects").size()).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'by':[]}",
        "{'by':['magic']}",
        "{'by':'words'}",
        "{'by':['words'],'x':1}",
        "{'foo':1}",
        "[]",
        "7"
      })
  void a_way_that_there_is_not_is_refused_with_its_place(String search) {
    var answer = ask("{'query_text':'tea','search':" + search + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(400);
    assertThat(answer.bodyText()).contains("/search");
  }

  @Test
  void syntax_widens_nothing() {
    say("a cup of tea");
    say("rain");
    for (var text : List.of("*:*", "[* TO *]", "text:*", "*", "?ea", "rai*n")) {
      var found = ask("{'after':" + head() + ",'query_text':'" + text + "'}").list("objects");
      assertThat(found).as(text).hasSizeLessThan(2);
    }
  }

  @Test
  void long_texts_are_answered_or_refused_soon() {
    say("a cup of tea");
    var words = new StringBuilder();
    for (int i = 0; words.length() < 99_990; i++) {
      words.append("w").append(i).append(i % 7 == 0 ? "teas " : " ");
    }
    for (var text :
        List.of(
            words.toString(),
            "tea ".repeat(25_000),
            "a".repeat(100_000),
            "1".repeat(100_000),
            "a_".repeat(50_000),
            "aB".repeat(50_000),
            "茶".repeat(100_000),
            "'".repeat(100_000).replace('\'', '.'),
            "in 2020 ".repeat(12_500))) {
      long begin = System.nanoTime();
      var answer = ask("{'explain':true,'query_text':'" + text + "'}");
      assertThat(answer.status()).as(text.substring(0, 10)).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .as(text.substring(0, 10))
          .isLessThan(SOON);
    }
    assertThat(ask("{'query_text':'" + "a".repeat(100_001) + "'}").faults())
        .containsExactly("text.length@/query_text");
    assertThat(ask("{'query_text':'" + "tea ".repeat(250_000) + "'}").status()).isIn(400, 413);
  }

  static Stream<List<String>> refused() {
    return Stream.of(
        List.of("'top_k':0", "number.range@/top_k"),
        List.of("'top_k':-1", "number.range@/top_k"),
        List.of("'top_k':1000000000", "number.range@/top_k"),
        List.of("'top_k':1.5", "number.range@/top_k"),
        List.of("'query_text':'\\u0000'", "text.nul@/query_text"),
        List.of("'query_text':7", "field.type@/query_text"),
        List.of("'colour':'red'", "field.unknown@/colour"),
        List.of("'agent_ids':[]", "list.length@/agent_ids"),
        List.of("'agent_ids':['a b']", "id.format@/agent_ids/0"),
        List.of("'object_types':['edge']", "enum.unknown@/object_types/0"),
        List.of("'lifecycles':['gone']", "enum.unknown@/lifecycles/0"),
        List.of("'owners':[{'owner_kind':'user'}]", "field.required@/owners/0/owner_id"),
        List.of("'tags':[7]", "field.type@/tags/0"),
        List.of("'lang':[]", "list.length@/lang"),
        List.of("'lang':7", "field.type@/lang"),
        List.of("'as_of':'yesterday'", "time.format@/as_of"),
        List.of("'as_known_at':999999", "position.future@/as_known_at"),
        List.of("'as_known_at':'2999-01-01T00:00:00Z'", "time.future@/as_known_at"),
        List.of("'token_budget':0", "number.range@/token_budget"),
        List.of("'expand':{'hops':4}", "number.range@/expand/hops"),
        List.of("'expand':{'edge_types':['x']}", "enum.unknown@/expand/edge_types/0"),
        List.of("'expand':{'edge_types':[]}", "list.length@/expand/edge_types"),
        List.of("'cursor':'forged'", "cursor.invalid@/cursor"),
        List.of("'cursor':''", "text.length@/cursor"),
        List.of("'snapshot':'none','as_known_at':1", "snapshot.twice@/snapshot"),
        List.of(
            "'time_window':{'from':'2026-02-01T00:00:00Z','to':'2026-01-01T00:00:00Z'}",
            "time.order@/time_window/to"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void what_is_wrong_is_told(List<String> fault) {
    say("a cup of tea");
    var answer = ask("{" + fault.getFirst() + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(400);
    assertThat(answer.faults()).containsExactly(fault.getLast());
  }

  @Test
  void all_faults_are_told_at_once() {
    assertThat(ask("{'top_k':0,'tags':[],'colour':1,'as_of':'x'}").faults())
        .containsExactlyInAnyOrder(
            "number.range@/top_k",
            "list.length@/tags",
            "field.unknown@/colour",
            "time.format@/as_of");
  }

  @Test
  void half_a_surrogate_is_refused() {
    var answer = ask("{'query_text':'\\uD83D'}");
    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void a_position_that_is_not_reached_is_waited_for_and_then_told() {
    var answer = ask("{'after':999999}");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.text("code")).isEqualTo("position.not_reached");
    assertThat(answer.header("Retry-After")).isNotNull();
  }

  @Test
  void a_cursor_goes_with_its_caller_and_its_question() {
    for (int i = 0; i < 5; i++) {
      say("tea number " + i);
    }
    var first = ask("{'query_text':'tea','top_k':2,'after':" + head() + "}");
    var cursor = ",'top_k':2,'cursor':'" + first.text("next_cursor") + "'}";
    assertThat(ask("{'query_text':'tea'" + cursor).status()).isEqualTo(200);
    for (var other :
        List.of(
            "{'query_text':'milk'",
            "{'query_text':'tea','object_types':['memory']",
            "{'query_text':'tea','as_known_at':1",
            "{'query_text':'tea','as_of':'2020-01-01T00:00:00Z'",
            "{'query_text':'tea','as_admin':true")) {
      assertThat(ask(other + cursor).faults()).as(other).containsExactly("cursor.invalid@/cursor");
    }
    assertThat(server.post(bob, "/v1/query", "{'query_text':'tea'" + cursor).faults())
        .containsExactly("cursor.invalid@/cursor");
    var list = server.get(alice, "/v1/events?limit=1").text("next_cursor");
    assertThat(ask("{'query_text':'tea','cursor':'" + list + "'}").faults())
        .containsExactly("cursor.invalid@/cursor");
  }

  @Test
  void a_batch_bears_each_fault_where_it_is() {
    say("a cup of tea");
    var batch =
        server.post(
            alice,
            "/v1/query/batch",
            "{'queries':[{'query_text':'tea','after':"
                + head()
                + "},{'top_k':0},{'after':999999}]}");
    assertThat(batch.status()).isEqualTo(200);
    var answers = batch.list("answers");
    assertThat(answers.get(0).text("status")).isEqualTo("ok");
    assertThat(answers.get(1).text("status")).isEqualTo("failed");
    assertThat(answers.get(2).object("problem").text("code")).isEqualTo("position.not_reached");
    var many = "{'queries':[" + "{},".repeat(32) + "{}]}";
    assertThat(server.post(alice, "/v1/query/batch", many).faults())
        .containsExactly("list.length@/queries");
    assertThat(server.post(alice, "/v1/query/batch", "{}").faults())
        .containsExactly("field.required@/queries");
  }

  @Test
  void a_batch_bears_what_is_no_question_where_it_is() {
    say("a cup of tea");
    var batch =
        server.post(
            alice,
            "/v1/query/batch",
            "{'queries':[null,'tea',{'query_text':'tea','after':" + head() + "},7,[]]}");
    assertThat(batch.status()).as(batch.bodyText()).isEqualTo(200);
    var answers = batch.list("answers");
    for (int place : new int[] {0, 1, 3, 4}) {
      assertThat(answers.get(place).text("status")).isEqualTo("failed");
      var problem = answers.get(place).object("problem");
      assertThat(problem.get("status")).isEqualTo(Json.of(400));
      assertThat(problem.get("violations").toString()).contains("field.type");
    }
    assertThat(answers.get(2).text("status")).isEqualTo("ok");
  }

  @Test
  void a_batch_waits_once_for_all_its_questions() {
    say("a cup of tea");
    var never = "{'after':999999},";
    long begin = System.nanoTime();
    var batch =
        server.post(
            alice,
            "/v1/query/batch",
            "{'queries':[" + never.repeat(4) + "{'query_text':'tea','after':" + head() + "}]}");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
    var answers = batch.list("answers");
    for (var late : answers.subList(0, 4)) {
      assertThat(late.object("problem").text("code")).isEqualTo("position.not_reached");
    }
    assertThat(answers.get(4).text("status")).isEqualTo("ok");
  }

  // ── forged traces ──

  @Test
  void an_altered_trace_is_seen_through() {
    say("a cup of tea");
    say("another cup of tea");
    var trace = ask("{'query_text':'tea','after':" + head() + "}").object("proof_trace");
    assertThat(kinds(trace)).isEmpty();
    assertThat(kinds(trace.with("digest", Json.of("0".repeat(64))))).containsExactly("digest");

    var results = TestServer.objects(trace.array("results"));
    var better = results.getFirst().with("score", Json.of(99));
    var scored = trace.with("results", new JsonArray(List.of(better, results.getLast())));
    assertThat(kinds(scored)).containsExactly("digest", "score");
    var turned = new JsonArray(List.copyOf(results.reversed()));
    assertThat(kinds(trace.with("results", turned))).contains("digest");
  }

  @Test
  void a_trace_that_was_widened_by_hand_shows_no_more_than_a_question() {
    say("a cup of tea");
    var asked = server.post(bob, "/v1/query", "{'query_text':'tea','after':" + head() + "}");
    var trace = asked.object("proof_trace");
    var plan = trace.object("plan");
    for (var wider :
        List.of(
            plan.with("filters", JsonArray.EMPTY),
            plan.with("as_admin", Json.of(true)),
            plan.with("principal", Json.of("user:user_alice")))) {
      var verified = verify(bob, trace.with("plan", wider));
      assertThat(verified.status()).as(verified.bodyText()).isEqualTo(200);
      assertThat(verified.bodyText()).doesNotContain("added").contains("digest");
    }
  }

  @Test
  void a_trace_with_wild_numbers_costs_nothing() {
    say("a cup of tea");
    var trace = ask("{'query_text':'tea','after':" + head() + "}").object("proof_trace");
    var plan = trace.object("plan");
    for (long offset : new long[] {1, 5_000, 1_000_000_000, Integer.MAX_VALUE}) {
      for (var text : List.of("tea", "")) {
        var wild = plan.with("offset", Json.of(offset)).with("query_text", Json.of(text));
        long begin = System.nanoTime();
        var verified = verify(alice, trace.with("plan", wild));
        assertThat(verified.status()).as(offset + verified.bodyText()).isIn(200, 400);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
      }
    }
    for (var odd :
        List.of(
            plan.with("offset", Json.of(-1)),
            plan.with("top_k", Json.of(0)),
            plan.with("top_k", Json.of(1_000_000)),
            plan.with("as_known_at", Json.of(999_999)),
            plan.with("as_of", Json.of("x")),
            plan.with("filters", Json.of("all")),
            plan.with("filters", new JsonArray(List.of(JsonObject.EMPTY))),
            JsonObject.EMPTY)) {
      var verified = verify(alice, trace.with("plan", odd));
      assertThat(verified.status()).as(odd + verified.bodyText()).isEqualTo(400);
    }
    assertThat(verify(alice, JsonObject.EMPTY).status()).isEqualTo(400);
  }

  private List<String> kinds(JsonObject trace) {
    var verified = verify(alice, trace);
    assertThat(verified.status()).as(verified.bodyText()).isEqualTo(200);
    return verified.list("differences").stream().map(each -> each.text("kind")).toList();
  }

  private static TestServer.Answer verify(String key, JsonObject trace) {
    return server.send(
        "POST", key, "/v1/query/verify", JsonObject.of("proof_trace", trace).toString());
  }

  private TestServer.Answer ask(String body) {
    return server.post(alice, "/v1/query", body);
  }

  private long head() {
    return server.get(alice, "/v1/log/head").number("position");
  }

  private void say(String text) {
    var said =
        server.post(
            alice, "/v1/events", "{'event_type':'user_message','payload':{'text':'" + text + "'}}");
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }
}
