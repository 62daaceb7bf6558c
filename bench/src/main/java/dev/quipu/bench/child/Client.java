package dev.quipu.bench.child;

import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

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
