package dev.quipu.server.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.embedding.LocalModel;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.EmbedderConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that has just been started answers as it did before, though its model has to be made
/// ready first.
@Timeout(120)
class StartTest {

  private static final EmbedderConfig MINILM = new EmbedderConfig.Local(LocalModel.MINILM, null);
  private static final String ASKED = "'query_text':'something to drink','top_k':2,'explain':true";

  @TempDir Path folder;

  private static JsonObject ask(TestServer server, String token, String question) {
    var answer = server.post(token, "/v1/query", "{" + question + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer.body();
  }

  /// What stays the same while time goes by.
  private static List<String> found(JsonObject answer) {
    return answer.array("objects").items().stream()
        .map(JsonObject.class::cast)
        .map(each -> each.text("text") + " at " + each.get("cosine"))
        .toList();
  }

  @Test
  void the_first_answers_after_a_start_are_those_of_before() {
    String token;
    JsonObject before;
    JsonObject page;
    try (var server = TestServer.startWith(folder, MINILM)) {
      token = server.newTenant();
      for (var text : new String[] {"green tea", "new tyres", "a cat", "a glass of water"}) {
        server.post(token, "/v1/events", "{'event_type':'note','payload':{'text':'" + text + "'}}");
      }
      before = ask(server, token, ASKED + ",'wait_for':'vectors'");
      page = ask(server, token, ASKED + ",'cursor':'" + before.text("next_cursor") + "'");
    }
    try (var server = TestServer.startWith(folder, MINILM)) {
      var trace = before.object("proof_trace");
      var verified =
          server.send(
              "POST", token, "/v1/query/verify", JsonObject.of("proof_trace", trace).toString());
      assertThat(verified.status()).as(verified.bodyText()).isEqualTo(200);
      assertThat(verified.body().get("same")).as(verified.bodyText()).isEqualTo(JsonBoolean.TRUE);
    }
    try (var server = TestServer.startWith(folder, MINILM)) {
      var next = ask(server, token, ASKED + ",'cursor':'" + before.text("next_cursor") + "'");
      assertThat(found(next)).isEqualTo(found(page));
    }
    try (var server = TestServer.startWith(folder, MINILM)) {
      var again = ask(server, token, ASKED);
      assertThat(again.object("search").text("vectors")).isEqualTo("used");
      assertThat(found(again)).isEqualTo(found(before));
    }
    try (var server = TestServer.startWith(folder, MINILM)) {
      ask(server, token, ASKED + ",'search':{'by':['vectors']}");
    }
    try (var server = TestServer.startWith(folder, MINILM)) {
      var embeddings = server.get(token, "/v1/objects/embedding").list("objects");
      assertThat(embeddings).isNotEmpty();
      assertThat(embeddings.toString()).contains("\"dim\":384").doesNotContain("\"dim\":0");
    }
  }
}
