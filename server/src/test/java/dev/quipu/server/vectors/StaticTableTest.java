package dev.quipu.server.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.embedding.DistilledModel;
import dev.quipu.embedding.KnownModels;
import dev.quipu.embedding.LocalModel;
import dev.quipu.embedding.ModelFiles;
import dev.quipu.engine.embedding.EmbeddingFailure;
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
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that finds by meaning through a table, `embedder=bge-small-static`: while the table is
/// being made, and once it is there.
@Timeout(600)
class StaticTableTest {

  private static final EmbedderConfig STATIC = EmbedderConfig.parse("bge-small-static", null, null);
  private static final String TITLE = DistilledModel.BGE_SMALL.title();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /// Where the first test that needs the table leaves it for all others of a build.
  private static final Path MADE = Path.of("target/models");

  @TempDir Path folder;

  /// As a start before would have left it.
  private void keepTable() throws EmbeddingFailure, IOException {
    var models =
        new KnownModels(
            TITLE, List.of(), new ModelFiles.Bundled(MADE), MADE, 2, InstantSource.system());
    models.open(TITLE).close();
    var kept = Files.createDirectories(folder.resolve("models"));
    try (var tables = Files.newDirectoryStream(MADE, "*.table")) {
      for (var table : tables) {
        Files.copy(table, kept.resolve(table.getFileName()));
      }
    }
  }

  private static void say(TestServer server, String token, String text) {
    var said =
        server.post(token, "/v1/events", "{'event_type':'note','payload':{'text':'" + text + "'}}");
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }

  private static JsonObject ask(TestServer server, String token, String question) {
    var answer = server.post(token, "/v1/query", "{" + question + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer.body();
  }

  private static List<String> texts(JsonObject answer) {
    return TestServer.objects(answer.array("objects")).stream()
        .map(each -> String.valueOf(each.text("text")))
        .toList();
  }

  private static JsonObject standing(TestServer server, String name) {
    return server.get(TestServer.ADMIN, "/v1/admin/models").list("models").stream()
        .filter(each -> name.equals(each.text("model_id")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void what_means_the_same_is_found_though_no_word_is() throws EmbeddingFailure, IOException {
    keepTable();
    try (var server = TestServer.startWith(folder, STATIC)) {
      var token = server.newTenant();
      say(server, token, "We adopted a puppy from the shelter.");
      say(server, token, "The invoice for the printer was paid.");

      var answer = ask(server, token, "'query_text':'Which dogs live here?','wait_for':'vectors'");

      assertThat(texts(answer).getFirst()).isEqualTo("We adopted a puppy from the shelter.");
      assertThat(answer.object("search").text("vectors")).isEqualTo("used");
      assertThat(answer.object("proof_trace").object("plan").object("vectors").text("model_id"))
          .isEqualTo(TITLE);
      assertThat(
              ask(server, token, "'query_text':'Which dogs live here?','search':{'by':['words']}"))
          .satisfies(words -> assertThat(texts(words)).isEmpty());
    }
  }

  @Test
  void another_model_takes_its_place_once_it_has_come_as_far()
      throws EmbeddingFailure, IOException {
    keepTable();
    String token;
    try (var server = TestServer.startWith(folder, STATIC)) {
      token = server.newTenant();
      say(server, token, "We adopted a puppy from the shelter.");
      ask(server, token, "'query_text':'dogs','wait_for':'vectors'");
    }
    var minilm = new EmbedderConfig.Local(LocalModel.MINILM, null);
    try (var server = TestServer.startWith(folder, minilm)) {
      assertThat(
              Eventually.holds(
                  LIMIT,
                  () ->
                      standing(server, LocalModel.MINILM.title())
                          .get("tenants_answering")
                          .equals(Json.of(1))))
          .isTrue();
      assertThat(((JsonNumber) standing(server, TITLE).get("vectors")).asLong())
          .as("kept, should somebody go back")
          .isOne();
      assertThat(texts(ask(server, token, "'query_text':'dogs','wait_for':'vectors'"))).hasSize(1);
    }
  }

  @Test
  void while_the_table_is_being_made_words_answer_and_a_stop_does_not_wait() throws IOException {
    try (var server = TestServer.startWith(folder, STATIC)) {
      var token = server.newTenant();
      say(server, token, "We adopted a puppy from the shelter.");
      assertThat(Eventually.holds(LIMIT, StaticTableTest::isBeingMade)).isTrue();

      var answer = ask(server, token, "'query_text':'a puppy'");

      assertThat(texts(answer)).hasSize(1);
      assertThat(answer.object("search").text("vectors")).isEqualTo("not_yet");
      var ready = server.get("", "/health/ready");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.object("vectors").text("model_id")).isEqualTo(TITLE);
      assertThat(ready.object("vectors").text("state")).isEqualTo("not_loaded");
      assertThat(isBeingMade()).as("still").isTrue();
    }
    assertThat(Eventually.holds(LIMIT, () -> !isBeingMade())).isTrue();
    try (var tables = Files.newDirectoryStream(folder.resolve("models"), "*.{table,part}")) {
      assertThat(tables).as("nothing is left half done").isEmpty();
    }
  }

  private static boolean isBeingMade() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("quipu-distilling-"));
  }
}
