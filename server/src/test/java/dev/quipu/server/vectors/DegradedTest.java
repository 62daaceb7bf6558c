package dev.quipu.server.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.embedding.LocalModel;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever becomes of the model, a server starts, takes what is written, finds it by its words and
/// says what is missing.
@Timeout(120)
class DegradedTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Limits QUICK =
      Limits.DEFAULT.withVectors(
          new Limits.Vectors(Duration.ofMillis(50), Duration.ofMillis(50), 10));

  @TempDir Path folder;

  private TestServer start(EmbedderConfig embedder) {
    return TestServer.start(TestServer.config(folder, 0, LIMIT).with(embedder), QUICK);
  }

  private static JsonObject ready(TestServer server) {
    var answer = server.get("", "/health/ready");
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  private static JsonObject degraded(TestServer server) {
    assertThat(Eventually.holds(LIMIT, () -> "degraded".equals(ready(server).text("status"))))
        .isTrue();
    var part = (JsonObject) ready(server).array("degraded").items().getFirst();
    assertThat(part.text("part")).isEqualTo("vectors");
    assertThat(part.text("hint")).isNotBlank();
    return part;
  }

  /// Only the operator is told where it is.
  private static void assertNamed(TestServer server, String where) {
    assertThat(
            Eventually.holds(
                LIMIT,
                () -> {
                  var models = server.get(TestServer.ADMIN, "/v1/admin/models").body();
                  return models.get("trouble") instanceof JsonObject known
                      && known.toString().contains(where);
                }))
        .as("the operator is told of %s", where)
        .isTrue();
    assertThat(ready(server).toString()).contains("/v1/admin/models").doesNotContain(where);
    assertThat(server.get("", "/v1/health").bodyText()).doesNotContain(where);
  }

  private static void assertRecovers(TestServer server) {
    assertThat(
            Eventually.holds(
                LIMIT,
                () -> {
                  var vectors = ready(server).object("vectors");
                  return "ready".equals(vectors.text("state"))
                      && ((JsonNumber) vectors.get("lag_entries")).asLong() == 0
                      && ((JsonNumber) vectors.get("behind_tenants")).asLong() == 0;
                }))
        .as("recovers: %s", ready(server))
        .isTrue();
    assertThat(ready(server).text("status")).isEqualTo("ok");
    assertThat(server.get(TestServer.ADMIN, "/v1/admin/models").body().get("trouble"))
        .isEqualTo(Json.NULL);
  }

  /// Writes something and finds it by its words.
  private static void assertServesWords(TestServer server, String token, String word) {
    var said =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'user_message','payload':{'text':'there is a " + word + "'}}");
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
    var found =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'%s','after':%d}".formatted(word, said.number("position")));
    assertThat(found.status()).as(found.bodyText()).isEqualTo(200);
    assertThat(found.list("objects")).isNotEmpty();
  }

  @Test
  void a_model_whose_file_is_missing_degrades_and_is_taken_once_it_is_there() throws IOException {
    var files = Files.createDirectory(folder.resolve("files"));
    try (var server = start(new EmbedderConfig.Local(LocalModel.MINILM, files))) {
      var token = server.newTenant();
      assertServesWords(server, token, "zebra");
      var part = degraded(server);
      assertThat(part.text("detail")).contains("is missing").contains("found by its words");
      assertThat(part.text("hint")).contains("Put it into the folder");
      assertNamed(server, files.toString());
      assertThat(ready(server).object("vectors").text("state")).isEqualTo("failed");

      for (var name : List.of(".onnx", "-tokenizer.json")) {
        var file = LocalModel.MINILM.title() + name;
        var whole = files.resolveSibling("whole-" + file);
        try (var in = LocalModel.class.getResourceAsStream("/" + file)) {
          Files.copy(in, whole);
        }
        Files.move(whole, files.resolve(file));
      }
      assertRecovers(server);
      assertServesWords(server, token, "lion");
    }
  }

  @Test
  void a_model_whose_file_is_cut_degrades() throws IOException {
    var files = Files.createDirectory(folder.resolve("files"));
    var file = LocalModel.MINILM.title() + ".onnx";
    try (var in = LocalModel.class.getResourceAsStream("/" + file)) {
      Files.write(files.resolve(file), in.readNBytes(1_000_000));
    }
    try (var server = start(new EmbedderConfig.Local(LocalModel.MINILM, files))) {
      assertServesWords(server, server.newTenant(), "zebra");
      assertThat(degraded(server).text("detail")).contains("is broken");
      assertNamed(server, files.resolve(file).toString());
    }
  }

  @Test
  void an_endpoint_that_fails_degrades_and_recovers() throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server = start(endpoint.config())) {
      var token = server.newTenant();
      endpoint.fail(503);
      assertServesWords(server, token, "zebra");
      degraded(server);
      assertNamed(server, endpoint.address());
      assertServesWords(server, token, "lion");
      endpoint.fail(401);
      assertThat(Eventually.holds(LIMIT, () -> degraded(server).text("detail").contains("401")))
          .isTrue();
      assertNamed(server, endpoint.address());
      endpoint.heal();
      assertRecovers(server);
    }
  }

  @Test
  void a_text_that_an_endpoint_fails_at_is_found_by_words_and_the_others_by_vectors()
      throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server = start(endpoint.config())) {
      var token = server.newTenant();
      endpoint.failAt("zebra");
      assertServesWords(server, token, "lion");
      assertServesWords(server, token, "zebra");
      assertServesWords(server, token, "tiger");
      assertRecovers(server);
      var near =
          server.post(
              token,
              "/v1/query",
              "{'query_text':'there is a cat','search':{'by':['vectors']},'wait_for':'vectors'}");
      assertThat(near.status()).as(near.bodyText()).isEqualTo(200);
      assertThat(near.list("objects"))
          .extracting(each -> each.text("text"))
          .containsExactlyInAnyOrder("there is a lion", "there is a tiger");
      assertThat(server.get(TestServer.ADMIN, "/v1/admin/models").bodyText())
          .contains("\"vectors\":2");
    }
  }

  @Test
  void while_an_endpoint_asks_for_a_rest_words_answer_and_nothing_is_sent() throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server = start(endpoint.config())) {
      var token = server.newTenant();
      assertServesWords(server, token, "zebra");
      assertRecovers(server);
      endpoint.rest("600");
      assertServesWords(server, token, "lion");
      degraded(server);
      int before = endpoint.requests();
      for (int i = 0; i < 5; i++) {
        var words = server.post(token, "/v1/query", "{'query_text':'zebra number " + i + "'}");
        assertThat(words.object("search").text("vectors")).isEqualTo("unavailable");
        assertThat(words.list("objects")).isNotEmpty();
      }
      assertThat(endpoint.requests()).isEqualTo(before);
    }
  }

  @Test
  void an_endpoint_that_fails_at_questions_degrades_and_recovers_though_nobody_asks()
      throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server = start(endpoint.config())) {
      var token = server.newTenant();
      assertServesWords(server, token, "zebra");
      assertRecovers(server);
      endpoint.fail(500);
      var waits = "{'query_text':'a striped animal','wait_for':'vectors'}";
      var refused = server.post(token, "/v1/query", waits);
      assertThat(refused.status()).as(refused.bodyText()).isEqualTo(503);
      assertThat(refused.text("code")).isEqualTo("vectors.unavailable");
      assertThat(degraded(server).text("detail")).contains("status 500");
      assertThat(server.get("", "/metrics").bodyText()).contains("quipu_embedding_ready 0");
      assertNamed(server, endpoint.address());
      // Not what was asked before: the vector of that may be remembered.
      var words = server.post(token, "/v1/query", "{'query_text':'some zebra'}");
      assertThat(words.object("search").text("vectors")).isEqualTo("unavailable");
      assertThat(words.object("search").get("recall")).isEqualTo(Json.NULL);
      assertThat(words.list("objects")).hasSize(1);

      endpoint.heal();
      assertRecovers(server);
      assertThat(server.get("", "/metrics").bodyText()).contains("quipu_embedding_ready 1");
      assertThat(server.post(token, "/v1/query", waits).status()).isEqualTo(200);
    }
  }

  @Test
  void an_endpoint_that_never_answers_degrades_and_recovers_and_nobody_waits()
      throws IOException, InterruptedException {
    try (var endpoint = WordsEndpoint.open();
        var server = start(endpoint.config())) {
      var token = server.newTenant();
      var asked = endpoint.block();
      assertServesWords(server, token, "zebra");
      asked.await();
      assertThat(degraded(server).text("detail")).contains("at the same texts");
      assertServesWords(server, token, "lion");
      endpoint.heal();
      assertRecovers(server);
    }
  }
}
