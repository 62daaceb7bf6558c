package dev.quipu.server.vectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.embedding.LocalModel;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.Main;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that is killed while it makes vectors makes the rest when it is started again, and none
/// a second time.
@Timeout(240)
class EmbeddingKillTest {

  private static final Pattern READY = Pattern.compile("quipu is ready at http://[^:]+:(\\d+) .*");
  private static final Pattern EMBEDDED =
      Pattern.compile("(?m)^quipu_embedded_passages_total ([0-9.E+]+)$");
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int TEXTS = 300;

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private String token;

  @Test
  void vectors_are_complete_after_a_kill_and_nothing_is_embedded_twice()
      throws IOException, InterruptedException {
    var config = TestServer.config(folder, 0, LIMIT);
    Assumptions.assumeTrue(
        config.storage() instanceof StorageConfig.Sqlite,
        "SKIPPED on PostgreSQL: the process that is killed is started on a folder alone, and what"
            + " PostgreSQL keeps outlives it anyway");
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
    var child = new ProcessBuilder(command()).redirectErrorStream(true).start();
    var told = new double[1];
    try (var shown = child.inputReader(UTF_8)) {
      int port = 0;
      while (port == 0) {
        var line = shown.readLine();
        assertThat(line).as("it ended before it was ready").isNotNull();
        var ready = READY.matcher(line);
        port = ready.matches() ? Integer.parseInt(ready.group(1)) : 0;
      }
      int at = port;
      var events = new ArrayList<String>();
      for (int i = 0; i < TEXTS; i++) {
        events.add(
            "{\"event_type\":\"user_message\",\"payload\":{\"text\":\"%s number %d\"}}"
                .formatted("what was said in the long conversation about tea ".repeat(5), i));
      }
      send(at, "/v1/events", "{\"events\":[" + String.join(",", events) + "]}");
      assertThat(
              Eventually.holds(
                  LIMIT,
                  () -> {
                    told[0] = embedded(send(at, "/metrics", null));
                    return told[0] >= 40;
                  }))
          .isTrue();
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(child.exitValue()).as("it died, it did not end").isEqualTo(128 + 9);
    return told[0];
  }

  private List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName(),
        "serve",
        "--port",
        "0",
        "--data",
        folder.toString(),
        "--embedder",
        "minilm");
  }

  private String send(int port, String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + token);
    if (body != null) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    }
    try {
      var answer = client.send(request.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
      return answer.body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
