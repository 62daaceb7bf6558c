package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.ChildServer;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever becomes of the index, the same questions at the same positions have the same answers,
/// by words alone and by meaning too: the server is killed while it writes, indexes and embeds, the
/// index is lost, the vectors are lost, the index is made again.
@Timeout(240)
class IndexKillTest {

  private static final int KILLS = 3;
  private static final int WRITES = 60;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /// Different texts that are written.
  private static final int TEXTS = 60;

  /// No text has a word of it.
  private static final String DRINK = "something to drink";

  @TempDir Path folder;

  private final Map<String, JsonObject> answers = new LinkedHashMap<>();
  private String embedder;
  private String token;

  private TestServer start() {
    return TestServer.startWith(folder, EmbedderConfig.parse(embedder, null, null));
  }

  private boolean byMeaning() {
    return !embedder.equals("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "minilm"})
  void answers_outlive_a_kill_the_loss_of_the_index_and_its_rebuilding(String embedder)
      throws IOException, InterruptedException {
    this.embedder = embedder;
    try (var server = start()) {
      token = server.firstToken();
      server.post(token, "/v1/events", said(0));
    }
    for (int i = 0; i < KILLS; i++) {
      killWhileIndexing(i);
    }
    assertThat(answers).hasSizeGreaterThan(5);

    try (var server = start()) {
      assertAnswers(server);
    }
    delete(folder.resolve("index"));
    try (var server = start()) {
      assertAnswers(server);
    }
    if (byMeaning()) {
      Files.deleteIfExists(folder.resolve("vectors.db")); // with PostgreSQL there is none
    }
    delete(folder.resolve("index"));
    try (var server = start()) {
      assertAnswers(server);
      var before = generation(server);
      var rebuilt = server.send("POST", TestServer.ADMIN, "/v1/admin/rebuild", "{}");
      assertThat(rebuilt.status()).as(rebuilt.bodyText()).isEqualTo(200);
      assertThat(generation(server)).isGreaterThan(before);
      assertAnswers(server);
    }
  }

  /// Two write; a third asks now and then, and keeps what it was answered. So much is written
  /// between two questions as a model can follow that takes only the processor time that others
  /// leave; and when the server is killed, much has been written that it has not followed yet.
  private void killWhileIndexing(int round) throws IOException, InterruptedException {
    var writers = new ArrayList<Thread>();
    var ended = new AtomicBoolean();
    var writes = new Semaphore(0);
    try (var child = ChildServer.start(folder, embedder, token)) {
      for (int writer = 0; writer < 2; writer++) {
        writers.add(Thread.ofVirtual().start(() -> write(child, writes, ended)));
      }
      for (int i = 0; i < 4 + round; i++) {
        writes.release(WRITES);
        ask(child);
      }
      writes.release(3 * WRITES);
      assertThat(Eventually.holds(LIMIT, () -> writes.availablePermits() < WRITES)).isTrue();
    } finally {
      ended.set(true);
      writes.release(WRITES);
      for (var writer : writers) {
        writer.join();
      }
    }
  }

  private static void write(ChildServer child, Semaphore writes, AtomicBoolean ended) {
    try {
      for (int i = 1; !ended.get(); i++) {
        writes.acquire();
        child.post("/v1/events", said(i));
      }
    } catch (IOException e) {
      ended.set(true); // it was killed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String said(int i) {
    return "{'event_type':'user_message','session_id':'ses_%d','payload':{'text':'tea %d %s'}}"
        .formatted(i % 3, i % TEXTS, i % 2 == 0 ? "with milk" : "and rain")
        .replace('\'', '"');
  }

  private void ask(ChildServer child) throws IOException, InterruptedException {
    var after = post(child, "/v1/events", said(7)).get("position");
    var waiting = byMeaning() ? ",\"wait_for\":\"vectors\"" : "";
    for (var text : List.of("tea milk", DRINK, "")) {
      var question = "{\"query_text\":\"%s\",\"top_k\":30%s".formatted(text, waiting);
      var now = post(child, "/v1/query", question + ",\"after\":" + after + "}");
      var then =
          question + ",\"as_of\":\"" + now.text("as_of") + "\",\"as_known_at\":" + after + "}";
      var answer = post(child, "/v1/query", then);
      var used = byMeaning() ? "used" : "none";
      assertThat(answer.object("search").text("vectors"))
          .isEqualTo(text.isEmpty() ? "not_asked" : used);
      var trace = answer.object("proof_trace");
      assertThat(results(trace).isEmpty())
          .as(answer.toString())
          .isEqualTo(text.equals(DRINK) && !byMeaning());
      answers.put(then, trace);
    }
  }

  private static List<JsonObject> results(JsonObject trace) {
    return TestServer.objects(trace.array("results"));
  }

  private static JsonObject post(ChildServer child, String path, String body)
      throws IOException, InterruptedException {
    return new JsonReader().readObject(child.post(path, body));
  }

  private void assertAnswers(TestServer server) {
    answers.forEach(
        (question, trace) -> {
          var answer = server.send("POST", token, "/v1/query", question);
          assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
          assertThat(results(answer.object("proof_trace"))).as(question).isEqualTo(results(trace));
          assertThat(answer.object("proof_trace").get("steps")).isEqualTo(trace.get("steps"));
          assertVerified(server, trace);
        });
  }

  /// Of an index that was filled anew it may say so, and nothing else.
  private void assertVerified(TestServer server, JsonObject trace) {
    var body = JsonObject.of("proof_trace", trace).toString();
    var verified = server.send("POST", token, "/v1/query/verify", body);
    assertThat(verified.status()).as(verified.bodyText()).isEqualTo(200);
    assertThat(verified.list("differences"))
        .as(verified.bodyText())
        .allSatisfy(each -> assertThat(each.text("kind")).isEqualTo("statistics"));
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
