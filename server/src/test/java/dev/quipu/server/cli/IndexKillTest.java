package dev.quipu.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.Main;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever becomes of the index, the same questions at the same positions have the same answers:
/// the server is killed while it writes and indexes, the index is lost, the index is made again.
@Timeout(240)
class IndexKillTest {

  private static final Pattern READY = Pattern.compile("quipu is ready at http://[^:]+:(\\d+) .*");
  private static final int KILLS = 3;

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, List<JsonObject>> answers = new LinkedHashMap<>();
  private String token;

  @Test
  void answers_outlive_a_kill_the_loss_of_the_index_and_its_rebuilding()
      throws IOException, InterruptedException {
    try (var server = TestServer.start(folder)) {
      token = server.firstToken();
      server.post(token, "/v1/events", said(0));
    }
    for (int i = 0; i < KILLS; i++) {
      killWhileIndexing(i);
    }
    assertThat(answers).hasSizeGreaterThan(5);

    try (var server = TestServer.start(folder)) {
      assertAnswers(server);
    }
    delete(folder.resolve("index"));
    try (var server = TestServer.start(folder)) {
      assertAnswers(server);
      var before = generation(server);
      var rebuilt = server.send("POST", TestServer.ADMIN, "/v1/admin/rebuild", "{}");
      assertThat(rebuilt.status()).as(rebuilt.bodyText()).isEqualTo(200);
      assertThat(generation(server)).isGreaterThan(before);
      assertAnswers(server);
    }
  }

  /// Two write all the time; a third asks now and then, and keeps what it was answered.
  private void killWhileIndexing(int round) throws IOException, InterruptedException {
    var child = new ProcessBuilder(command()).redirectErrorStream(true).start();
    var writers = new ArrayList<Thread>();
    var ended = new AtomicBoolean();
    try (var shown = child.inputReader(UTF_8)) {
      int port = 0;
      while (port == 0) {
        var line = shown.readLine();
        assertThat(line).as("it ended before it was ready").isNotNull();
        var ready = READY.matcher(line);
        port = ready.matches() ? Integer.parseInt(ready.group(1)) : 0;
      }
      int at = port;
      for (int writer = 0; writer < 2; writer++) {
        writers.add(Thread.ofVirtual().start(() -> write(at, ended)));
      }
      for (int i = 0; i < 4 + round; i++) {
        ask(port);
      }
    } finally {
      child.destroyForcibly().waitFor();
      ended.set(true);
      for (var writer : writers) {
        writer.join();
      }
    }
    assertThat(child.exitValue()).as("it died, it did not end").isEqualTo(128 + 9);
  }

  private List<String> command() {
    var command =
        new ArrayList<>(
            List.of(
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
                folder.toString()));
    if (Instances.config(folder).storage() instanceof StorageConfig.Postgres) {
      command.addAll(List.of("--storage", Instances.address(folder)));
    }
    return command;
  }

  private void write(int port, AtomicBoolean ended) {
    try {
      for (int i = 1; !ended.get(); i++) {
        post(port, "/v1/events", said(i));
      }
    } catch (IOException e) {
      ended.set(true); // it was killed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String said(int i) {
    return "{'event_type':'user_message','session_id':'ses_%d','payload':{'text':'tea %d %s'}}"
        .formatted(i % 3, i, i % 2 == 0 ? "with milk" : "and rain")
        .replace('\'', '"');
  }

  private void ask(int port) throws IOException, InterruptedException {
    var said = post(port, "/v1/events", said(7));
    var after = ((JsonNumber) said.get("position")).asLong();
    for (var text : List.of("tea milk", "")) {
      var body = "{\"query_text\":\"%s\",\"top_k\":30,\"after\":%d}".formatted(text, after);
      var answer = post(port, "/v1/query", body);
      var again =
          "{\"query_text\":\"%s\",\"top_k\":30,\"as_of\":\"%s\",\"as_known_at\":%s}"
              .formatted(text, answer.text("as_of"), answer.get("position"));
      answers.put(again, results(answer));
    }
  }

  private static List<JsonObject> results(JsonObject answer) {
    var results = TestServer.objects(answer.object("proof_trace").array("results"));
    assertThat(results).isNotEmpty();
    return results;
  }

  private JsonObject post(int port, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    var answer = client.send(request, BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).as(new String(answer.body(), UTF_8)).isLessThan(300);
    return new JsonReader().readObject(answer.body());
  }

  private void assertAnswers(TestServer server) {
    answers.forEach(
        (question, results) -> {
          var answer = server.send("POST", token, "/v1/query", question);
          assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
          assertThat(results(answer.body())).as(question).isEqualTo(results);
        });
  }

  private long generation(TestServer server) {
    var statistics =
        server.post(token, "/v1/query", "{}").object("proof_trace").object("statistics");
    return ((JsonNumber) statistics.get("generation")).asLong();
  }

  private static void delete(Path folder) throws IOException {
    assertThat(folder).isDirectory();
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
