package dev.quipu.server.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.server.TestServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One file that is sent more than once, and what it is called in forms.
@Timeout(60)
class FilesAgainTest extends DoorTest {

  private static final String ROPES = "Ropes of Ayni\n\nTwelve ropes lie in the shed.";
  private static final String BOUNDARY = "----knot";

  private static TestServer.Answer send(
      TestServer server, String token, String disposition, String options) {
    var body =
        "--%1$s\r\nContent-Disposition: form-data; name=\"options\"\r\n\r\n%2$s\r\n--%1$s\r\n"
                .formatted(BOUNDARY, options.replace('\'', '"'))
            + "Content-Disposition: form-data; name=\"file\"; %s\r\n\r\n%s\r\n--%s--\r\n"
                .formatted(disposition, ROPES, BOUNDARY);
    return sent(
        server, token, "POST", "/v1/files", body, "multipart/form-data; boundary=" + BOUNDARY);
  }

  private static TestServer.Answer sent(
      TestServer server, String token, String method, String path, String body, String type) {
    var request =
        server
            .request(token, path)
            .timeout(Duration.ofMinutes(1))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", type);
    try {
      return new TestServer.Answer(
          server.client().send(request.build(), BodyHandlers.ofByteArray()));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String artifact(TestServer.Answer uploaded) {
    assertThat(uploaded.status()).as(uploaded.bodyText()).isBetween(200, 201);
    return uploaded.object("file").text("artifact_id");
  }

  @Test
  void a_file_that_is_kept_for_some_days_is_kept_once_in_these(@TempDir Path folder) {
    var now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    try (var timed = TestServer.start(folder, now::get)) {
      var token = timed.newTenant();
      var first = artifact(send(timed, token, "filename=\"a.txt\"", "{'ttl_days':3}"));
      now.set(Instant.parse("2026-01-02T00:00:00Z"));

      assertThat(artifact(send(timed, token, "filename=\"a.txt\"", "{'ttl_days':3}")))
          .isEqualTo(first);
      var longer = artifact(send(timed, token, "filename=\"a.txt\"", "{'ttl_days':9}"));
      var forEver = artifact(send(timed, token, "filename=\"a.txt\"", "{}"));
      assertThat(longer).isNotEqualTo(first).isNotEqualTo(forEver);
      assertThat(forEver).isNotEqualTo(first);

      now.set(Instant.parse("2026-01-05T00:00:00Z"));
      assertThat(timed.get(token, "/v1/objects/artifact/" + first).status()).isEqualTo(404);
      var again = artifact(send(timed, token, "filename=\"a.txt\"", "{'ttl_days':3}"));
      assertThat(again).isNotEqualTo(first);
      assertThat(timed.get(token, "/v1/objects/artifact/" + again).status()).isEqualTo(200);
      assertThat(artifact(send(timed, token, "filename=\"a.txt\"", "{'ttl_days':3}")))
          .isEqualTo(again);
      assertThat(artifact(send(timed, token, "filename=\"a.txt\"", "{}"))).isEqualTo(forEver);
    }
  }

  @Test
  void an_artifact_that_holds_something_else_by_now_is_not_the_file() {
    var token = server.newTenant();
    var first = artifact(send(server, token, "filename=\"a.txt\"", "{}"));
    var content = "/v1/objects/artifact/" + first + "/content";
    assertThat(sent(server, token, "PUT", content, "Something else.", "text/plain").status())
        .isEqualTo(200);

    var again = send(server, token, "filename=\"a.txt\"", "{}");

    assertThat(artifact(again)).isNotEqualTo(first);
    var kept = server.get(token, "/v1/objects/artifact/" + artifact(again) + "/content");
    assertThat(new String(kept.response().body(), UTF_8)).isEqualTo(ROPES);
    var changed = server.get(token, content);
    assertThat(new String(changed.response().body(), UTF_8)).isEqualTo("Something else.");
    assertThat(artifact(send(server, token, "filename=\"a.txt\"", "{}")))
        .isEqualTo(artifact(again));
    assertThat(again.body().get("known")).isEqualTo(Json.of(1));
  }

  private static String named(String disposition) {
    return send(server, server.newTenant(), disposition, "{}").object("file").text("name");
  }

  @Test
  void a_name_in_the_extended_form_counts_before_the_plain_one() {
    assertThat(named("filename*=UTF-8''%E2%82%AC%20rates.txt")).isEqualTo("€ rates.txt");
    assertThat(named("filename=\"rates.txt\"; filename*=utf-8'uk'%D0%92%D1%83%D0%B7%D0%BE%D0%BB"))
        .isEqualTo("Вузол");
    assertThat(named("filename*=ISO-8859-1''caf%E9.txt; filename=\"x.txt\"")).isEqualTo("café.txt");
    assertThat(named("filename*=UTF-8''..%2F..%2Fknots.txt")).isEqualTo("knots.txt");
  }

  @Test
  void an_extended_name_that_cannot_be_read_is_as_if_it_were_not_there() {
    assertThat(named("filename=\"plain.txt\"; filename*=KOI8-U''%CB")).isEqualTo("plain.txt");
    assertThat(named("filename=\"plain.txt\"; filename*=UTF-8''%FF%FE")).isEqualTo("plain.txt");
    assertThat(named("filename=\"plain.txt\"; filename*=UTF-8''a%00b")).isEqualTo("plain.txt");
    assertThat(named("filename=\"plain.txt\"; filename*=UTF-8''%4")).isEqualTo("plain.txt");
    assertThat(named("filename*=nonsense")).isNull();
    assertThat(named("filename=\"a; name=options; filename*=UTF-8''b\""))
        .isEqualTo("a; name=options; filename*=UTF-8''b");
  }
}
