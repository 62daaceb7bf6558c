package dev.quipu.bench.child;

import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Speaks to one server with one token.
public final class Client implements AutoCloseable {

  private static final JsonReader JSON = new JsonReader();

  private final HttpClient http;
  private final String base;
  private final String token;

  public Client(int port, String token) {
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    this.base = "http://127.0.0.1:" + port;
    this.token = token;
  }

  private Client(HttpClient http, String base, String token) {
    this.http = http;
    this.base = base;
    this.token = token;
  }

  /// Somebody else who shares the connections, and their end.
  public Client as(String token) {
    return new Client(http, base, token);
  }

  /// An answer that arrived whole. One that did not is an [IOException].
  ///
  /// @param arrivedAt by the clock of [System#nanoTime]: reading the body costs the client, not the
  ///   server
  public record Answer(int status, JsonObject body, HttpResponse<byte[]> raw, long arrivedAt) {

    public boolean isGood() {
      return status / 100 == 2;
    }

    public long position() {
      return Long.parseLong(raw.headers().firstValue("Log-Position").orElseThrow());
    }
  }

  public Answer send(Call call) throws IOException, InterruptedException {
    var request = request(call.path()).header("Content-Type", call.contentType());
    if (call.idempotencyKey() != null) {
      request.header("Idempotency-Key", call.idempotencyKey());
    }
    return answer(request.method(call.method(), BodyPublishers.ofByteArray(call.body())).build());
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return answer(request(path).GET().build());
  }

  /// The lines of an answer, each an object.
  public List<JsonObject> lines(Call call) throws IOException, InterruptedException {
    var body = BodyPublishers.ofByteArray(call.body());
    var request = request(call.path()).header("Content-Type", call.contentType());
    var answer = http.send(request.method(call.method(), body).build(), BodyHandlers.ofLines());
    return answer
        .body()
        .map(line -> JSON.readObject(line.getBytes(StandardCharsets.UTF_8)))
        .toList();
  }

  /// Opens a stream of server-sent events behind a position; to be closed.
  public BufferedReader follow(long after) throws IOException, InterruptedException {
    var request = request("/v1/events/stream").header("Last-Event-ID", Long.toString(after));
    var answer = http.send(request.build(), BodyHandlers.ofInputStream());
    var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    if (answer.statusCode() != 200) {
      try (lines) {
        throw new IOException("no stream but " + answer.statusCode() + " " + lines.readLine());
      }
    }
    return lines;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(Duration.ofMinutes(5))
        .header("Authorization", "Bearer " + token);
  }

  private Answer answer(HttpRequest request) throws IOException, InterruptedException {
    var response = http.send(request, BodyHandlers.ofByteArray());
    long arrivedAt = System.nanoTime();
    try {
      return new Answer(
          response.statusCode(), JSON.readObject(response.body()), response, arrivedAt);
    } catch (RuntimeException e) {
      throw new IOException("an answer that broke off", e);
    }
  }

  /// Does not wait for what is under way: the server may be dead.
  @Override
  public void close() {
    http.shutdownNow();
  }
}
