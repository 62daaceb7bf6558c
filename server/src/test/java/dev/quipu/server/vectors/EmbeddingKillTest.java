package dev.quipu.server.vectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.embedding.LocalModel;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.ChildServer;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that is killed while it makes vectors makes the rest when it is started again, and none
/// a second time.
@Timeout(240)
class EmbeddingKillTest {

  private static final Pattern EMBEDDED =
      Pattern.compile("(?m)^quipu_embedded_passages_total ([0-9.E+]+)$");
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int TEXTS = 300;

  @TempDir Path folder;

  private String token;

  @Test
  void vectors_are_complete_after_a_kill_and_nothing_is_embedded_twice()
      throws IOException, InterruptedException {
    var config = TestServer.config(folder, 0, LIMIT);
    try (var server = TestServer.start(folder)) {
      token = server.firstToken();
    }
    double before = killWhileEmbedding();
    assertThat(before).isLessThan(TEXTS);

    var embedder = new EmbedderConfig.Local(LocalModel.MINILM, null);
    try (var server = TestServer.start(config.with(embedder))) {
      assertThat(Eventually.holds(LIMIT, () -> isComplete(server)))
          .as(server.get("", "/health/ready").bodyText())
          .isTrue();
      var minilm = minilm(server);
      assertThat(number(minilm, "vectors")).isEqualTo(TEXTS);
      assertThat(number(minilm, "tenants_level")).isOne();
      assertThat(embedded(server.get("", "/metrics").bodyText()))
          .as("made since; %s were before", before)
          .isLessThanOrEqualTo(TEXTS - before);
    }
  }

  private static boolean isComplete(TestServer server) {
    var vectors = server.get("", "/health/ready").object("vectors");
    return vectors.text("state").equals("ready")
        && number(vectors, "behind_tenants") == 0
        && number(vectors, "lag_entries") == 0;
  }

  private static JsonObject minilm(TestServer server) {
    return server.get(TestServer.ADMIN, "/v1/admin/models").list("models").stream()
        .filter(model -> LocalModel.MINILM.title().equals(model.text("model_id")))
        .findFirst()
        .orElseThrow();
  }

  private static long number(JsonObject json, String field) {
    return ((JsonNumber) json.get(field)).asLong();
  }

  private static double embedded(String metrics) {
    var found = EMBEDDED.matcher(metrics);
    return found.find() ? Double.parseDouble(found.group(1)) : 0;
  }

  /// Returns how many texts it had told to have embedded.
  private double killWhileEmbedding() throws IOException, InterruptedException {
    try (var child = ChildServer.start(folder, "minilm", token)) {
      var events = new ArrayList<String>();
      for (int i = 0; i < TEXTS; i++) {
        events.add(
            "{\"event_type\":\"user_message\",\"payload\":{\"text\":\"%s number %d\"}}"
                .formatted("what was said in the long conversation about tea ".repeat(5), i));
      }
      child.post("/v1/events", "{\"events\":[" + String.join(",", events) + "]}");
      var told = new double[1];
      assertThat(
              Eventually.holds(
                  LIMIT,
                  () -> {
                    told[0] = embedded(metrics(child));
                    return told[0] >= 40;
                  }))
          .isTrue();
      return told[0];
    }
  }

  private static String metrics(ChildServer child) {
    try {
      return new String(child.get("/metrics"), UTF_8);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
