package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.embedding.LocalModel;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.TestServer.Answer;
import dev.quipu.server.config.EmbedderConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is found by its meaning, with a real model in the server.
class QueryMeaningTest {

  private static final String MODEL = LocalModel.MINILM.title();

  private static TestServer server;

  private final String alice = server.newTenant();
  private final String bob = server.newKey(alice, "user_bob", "read", "write");

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.startWith(folder, new EmbedderConfig.Local(LocalModel.MINILM, null));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void what_means_the_same_is_found_though_no_word_is() {
    say(alice, "We adopted a puppy from the shelter.");
    say(alice, "The invoice for the printer was paid.");
    var answer = ask(alice, "'query_text':'Which pet did they get?'");
    assertThat(texts(answer).getFirst()).isEqualTo("We adopted a puppy from the shelter.");
    var search = answer.object("search");
    assertThat(search.text("vectors")).isEqualTo("used");
    assertThat(search.text("mode")).isEqualTo("exact");
    assertThat(search.get("recall")).isEqualTo(Json.of(1.0));
    assertThat(answer.number("vectors_position")).isEqualTo(head(alice));
    assertThat(answer.list("objects").getFirst().object("score_parts").has("meaning")).isTrue();
  }

  @Test
  void words_alone_can_be_asked_for_and_vectors_alone() {
    say(alice, "We adopted a puppy from the shelter.");
    var words = ask(alice, "'query_text':'Which pet did they get?','search':{'by':['words']}");
    assertThat(texts(words)).isEmpty();
    assertThat(words.object("search").text("vectors")).isEqualTo("not_asked");
    assertThat(words.body().get("vectors_position")).isEqualTo(Json.NULL);
    var vectors = ask(alice, "'query_text':'Which pet did they get?','search':{'by':['vectors']}");
    assertThat(texts(vectors)).hasSize(1);
  }

  @Test
  void nobody_finds_what_is_not_theirs_by_whatever_it_means() {
    say(alice, "We adopted a puppy from the shelter.");
    var before = ask(bob, "'query_text':'Which pet did they get?'");
    assertThat(before.list("objects")).isEmpty();
    say(bob, "My cat sleeps all day.");
    var own = ask(bob, "'query_text':'Which pet did they get?'");
    say(alice, "They got a second dog, and then a parrot.");
    var again = ask(bob, "'query_text':'Which pet did they get?'");
    assertThat(scores(again)).isEqualTo(scores(own)).hasSize(1);
    assertThat(texts(ask(server.newTenant(), "'query_text':'Which pet did they get?'"))).isEmpty();
  }

  @Test
  void filters_hold_inside_the_search() {
    for (int i = 0; i < 30; i++) {
      memory("d" + i, "Dog number " + i + " was adopted today.", "['dogs']");
    }
    memory("far", "The printer is out of paper.", "['office']");
    assertThat(texts(ask(alice, "'query_text':'Which pet did they get?','tags':['office']")))
        .containsExactly("The printer is out of paper.");
  }

  @Test
  void pages_together_are_what_one_page_is_and_verify_says_the_same() {
    for (int i = 0; i < 12; i++) {
      say(alice, "On day " + i + " we fed the animals at the farm.");
    }
    var question = "'query_text':'What did they give to the cows?','top_k':";
    var whole = ask(alice, question + 12);
    var paged = new ArrayList<>(ids(ask(alice, question + 5)));
    var page = ask(alice, question + 5);
    while (page.text("next_cursor") != null) {
      page = ask(alice, question + "5,'cursor':'%s'".formatted(page.text("next_cursor")));
      paged.addAll(ids(page));
    }
    assertThat(paged).isEqualTo(ids(whole)).hasSize(12);
    say(alice, "And then the cows got hay.");
    var trace = JsonObject.of("proof_trace", whole.object("proof_trace"));
    var verified = server.post(alice, "/v1/query/verify", trace.toString());
    assertThat(verified.body().get("same")).as(verified.bodyText()).isEqualTo(JsonBoolean.TRUE);
  }

  @Test
  void a_vector_can_come_from_the_caller() {
    var east = vector(1, 0);
    var north = vector(0, 1);
    sayWith("Nobody knows what this says.", east);
    sayWith("Nor this.", north);
    var asked =
        ask(
            alice,
            "'query_vector':{'model_id':'%s','vector':%s},'search':{'by':['vectors']}"
                .formatted(MODEL, north));
    assertThat(texts(asked)).startsWith("Nor this.");
    assertThat(number(asked.list("objects").getFirst().object("score_parts"), "meaning"))
        .isEqualTo(1);
  }

  @Test
  void a_vector_that_makes_no_sense_is_refused() {
    var event =
        "{'event_type':'note','payload':{'text':'x','embedding':{'model_id':'m','vector':[0,0]}}}";
    assertThat(server.post(alice, "/v1/events", event).faults())
        .containsExactly("vector.nowhere@/payload/embedding/vector");
    var other = "{'query_vector':{'model_id':'other','vector':[1,2]}}";
    say(alice, "Something.");
    ask(alice, "'query_text':'anything'");
    assertThat(server.post(alice, "/v1/query", other).faults())
        .containsExactlyInAnyOrder(
            "model.other@/query_vector/model_id", "list.length@/query_vector/vector");
  }

  @Test
  void each_fault_of_a_vector_is_told_once() {
    var wrong =
        Map.of(
            "{'model_id':'m'}",
            "",
            "{'model_id':'m','vector':[]}",
            "list.length@/payload/embedding/vector",
            "{'model_id':'m','vector':'x'}",
            "field.type@/payload/embedding/vector",
            "{'model_id':'m','vector':[1,'x']}",
            "field.type@/payload/embedding/vector/1",
            "{'model_id':'m','vector':[%s]}".formatted("0,".repeat(20_000) + "1"),
            "list.length@/payload/embedding/vector");
    wrong.forEach(
        (embedding, fault) -> {
          var event = "{'event_type':'note','payload':{'text':'x','embedding':" + embedding + "}}";
          var faults = server.post(alice, "/v1/events", event).faults();
          if (fault.isEmpty()) {
            assertThat(faults).as("a member of theirs").isEmpty();
          } else {
            assertThat(faults).containsExactly(fault);
          }
          var asked = server.post(alice, "/v1/query", "{'query_vector':" + embedding + "}");
          assertThat(asked.faults()).as(asked.bodyText()).hasSize(1);
        });
  }

  @Test
  void a_vector_of_a_known_model_has_as_many_numbers_as_that_has() {
    var event =
        "{'event_type':'note','payload':{'text':'x','embedding':{'model_id':'%s','vector':[1,2]}}}";
    for (var known : List.of(MODEL, LocalModel.BGE_SMALL.title())) {
      var refused = server.post(alice, "/v1/events", event.formatted(known));
      assertThat(refused.faults()).containsExactly("list.length@/payload/embedding/vector");
      assertThat(refused.bodyText()).contains("384");
    }
    assertThat(server.post(alice, "/v1/events", event.formatted("another")).status())
        .isEqualTo(201);
  }

  @Test
  void what_a_caller_keeps_in_a_member_of_that_name_is_theirs() {
    var event = "{'event_type':'note','payload':{'text':'x','embedding':'none of yours'}}";
    assertThat(server.post(alice, "/v1/events", event).status()).isEqualTo(201);
  }

  @Test
  void an_embedding_says_of_which_model_it_is() {
    say(alice, "We adopted a puppy from the shelter.");
    ask(alice, "'query_text':'pets'");
    var embedding =
        server.get(alice, "/v1/objects/embedding").list("objects").getFirst().object("object");
    assertThat(embedding.text("model_id")).isEqualTo(MODEL);
    assertThat(number(embedding, "dim")).isEqualTo(384);
  }

  @Test
  void answers_are_the_same_again_and_again() {
    for (int i = 0; i < 20; i++) {
      say(alice, "We planted " + (i + 1) + " trees along the road.");
    }
    var seen = new HashSet<List<String>>();
    for (int i = 0; i < 5; i++) {
      seen.add(scores(ask(alice, "'query_text':'How many saplings grow by the street?'")));
    }
    assertThat(seen).hasSize(1);
  }

  @Test
  void a_server_that_is_well_says_so() {
    say(alice, "Something.");
    ask(alice, "'query_text':'anything'");
    var ready = server.get("", "/health/ready");
    assertThat(ready.text("status")).isEqualTo("ok");
    assertThat(ready.object("vectors").text("state")).isEqualTo("ready");
  }

  private static String vector(double first, double second) {
    var numbers = new ArrayList<>(Collections.nCopies(384, "0"));
    numbers.set(0, Double.toString(first));
    numbers.set(1, Double.toString(second));
    return "[" + String.join(",", numbers) + "]";
  }

  private void sayWith(String text, String vector) {
    var said =
        server.post(
            alice,
            "/v1/events",
            "{'event_type':'note','payload':{'text':'%s','embedding':{'model_id':'%s','vector':%s}}}"
                .formatted(text, MODEL, vector));
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }

  private void say(String token, String text) {
    var said =
        server.post(
            token, "/v1/events", "{'event_type':'note','payload':{'text':'%s'}}".formatted(text));
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }

  private void memory(String id, String text, String tags) {
    var made =
        server.post(
            alice,
            "/v1/objects/memory",
            "{'memory_id':'%s','content':'%s','tags':%s}".formatted(id, text, tags));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private long head(String token) {
    return server.get(token, "/v1/log/head").number("position");
  }

  private Answer ask(String token, String question) {
    var answer =
        server.post(
            token,
            "/v1/query",
            "{%s,'after':%d,'wait_for':'vectors'}".formatted(question, head(token)));
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }

  private static List<String> texts(Answer answer) {
    return answer.list("objects").stream().map(found -> found.text("text")).toList();
  }

  private static List<String> ids(Answer answer) {
    return answer.list("objects").stream().map(found -> found.text("object_id")).toList();
  }

  private static List<String> scores(Answer answer) {
    return answer.list("objects").stream()
        .map(found -> found.text("object_id") + " " + found.get("score"))
        .toList();
  }

  private static double number(JsonObject object, String name) {
    return ((JsonNumber) object.get(name)).value();
  }
}
