package dev.quipu.server.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonNumber;
import dev.quipu.server.TestServer;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A tenant that is deleted takes its vectors along, and nobody else's.
@Timeout(120)
class ErasedVectorsTest {

  private static final String TENANTS = "/v1/admin/tenants";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void a_deleted_tenants_vectors_are_gone_from_the_store_and_from_the_index() throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server = TestServer.startWith(folder, endpoint.config())) {
      var gone = server.post(TestServer.ADMIN, TENANTS, "{'name':'gone'}");
      var stays = server.post(TestServer.ADMIN, TENANTS, "{'name':'stays'}");
      say(server, gone.text("token"), 5);
      say(server, stays.text("token"), 3);
      assertThat(nearest(server, gone.text("token"))).isEqualTo("note number 2");
      var answer = nearest(server, stays.text("token"));
      assertThat(vectors(server)).isEqualTo(5 + 3);
      assertThat(vectorFolders()).hasSize(2);

      var deleted = server.delete(TestServer.ADMIN, TENANTS + "/" + gone.number("id"));
      assertThat(deleted.status()).as(deleted.bodyText()).isEqualTo(200);
      assertThat(Eventually.holds(LIMIT, () -> isErased(server))).isTrue();

      assertThat(vectors(server)).isEqualTo(3);
      assertThat(vectorFolders()).singleElement().asString().doesNotContain(gone.text("tenant_id"));
      assertThat(nearest(server, stays.text("token"))).isEqualTo(answer);
    }
    try (var endpoint = WordsEndpoint.open();
        var server = TestServer.startWith(folder, endpoint.config())) {
      assertThat(vectors(server)).as("after a start").isEqualTo(3);
    }
  }

  private static void say(TestServer server, String token, int texts) {
    for (int i = 0; i < texts; i++) {
      var event = "{'event_type':'user_message','payload':{'text':'note number " + i + "'}}";
      assertThat(server.post(token, "/v1/events", event).status()).isEqualTo(201);
    }
  }

  private static String nearest(TestServer server, String token) {
    var answer =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'number 2','search':{'by':['vectors']},'wait_for':'vectors'}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer.list("objects").getFirst().text("text");
  }

  private static long vectors(TestServer server) {
    return server.get(TestServer.ADMIN, "/v1/admin/models").list("models").stream()
        .mapToLong(model -> ((JsonNumber) model.get("vectors")).asLong())
        .sum();
  }

  private static boolean isErased(TestServer server) {
    return server.get(TestServer.ADMIN, "/v1/admin/audit?limit=1").list("entries").stream()
        .anyMatch(entry -> entry.text("action").equals("tenant_erased"));
  }

  private List<Path> vectorFolders() throws IOException {
    try (var paths = Files.walk(folder.resolve("index"))) {
      return paths
          .filter(path -> path.getFileName().toString().startsWith("vectors-"))
          .map(folder::relativize)
          .toList();
    }
  }
}
