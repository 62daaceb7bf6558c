package dev.quipu.server.vectors;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.quipu.embedding.Endpoint;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.testkit.embedding.WordEmbedder;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// A real endpoint in this process with a model called `words`, which can be told to fail and to
/// keep everybody waiting.
final class WordsEndpoint implements AutoCloseable {

  static final String MODEL = "words";
  private static final int DIMENSION = 64;

  private final HttpServer server;
  private final String revision;
  private volatile int status = 200;
  private volatile String poison = "";
  private volatile String rest = "";
  private final AtomicInteger requests = new AtomicInteger();
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile CountDownLatch asked = new CountDownLatch(1);

  private WordsEndpoint(HttpServer server, String revision) {
    this.server = server;
    this.revision = revision;
  }

  static WordsEndpoint open() throws IOException {
    return open("");
  }

  /// @param revision another one gives other vectors under the same name
  static WordsEndpoint open(String revision) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var endpoint = new WordsEndpoint(server, revision);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", endpoint::handle);
    server.start();
    return endpoint;
  }

  /// Of its host.
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  EmbedderConfig config() {
    return config("");
  }

  /// @param more options of its address
  EmbedderConfig config(String more) {
    return new EmbedderConfig.Remote(endpoint(more));
  }

  /// It has to be asked before it is ready.
  EmbedderConfig configOfUnknownDimension() {
    return new EmbedderConfig.Remote(parsed(""));
  }

  Endpoint endpoint(String more) {
    return parsed("&dimension=" + DIMENSION + more);
  }

  private Endpoint parsed(String more) {
    return Endpoint.parse(
        "http://%s/v1?model=%s&attempts=1&revision=%s%s"
            .formatted(address(), MODEL, revision, more),
        null);
  }

  void fail(int with) {
    status = with;
  }

  /// Fails, with status 500, at whatever has this word, and at nothing else.
  void failAt(String word) {
    poison = word;
  }

  /// Wants to be left alone.
  ///
  /// @param seconds as it says in its answers
  void rest(String seconds) {
    rest = seconds;
    status = 429;
  }

  /// How often it was asked.
  int requests() {
    return requests.get();
  }

  void heal() {
    status = 200;
    rest = "";
    gate.countDown();
  }

  /// Keeps everybody waiting from now on. Returns what opens as soon as somebody does.
  CountDownLatch block() {
    asked = new CountDownLatch(1);
    gate = new CountDownLatch(1);
    return asked;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange;
        var words = WordEmbedder.open(MODEL + revision, DIMENSION, Integer.MAX_VALUE)) {
      var body = new JsonReader().readObject(exchange.getRequestBody());
      requests.incrementAndGet();
      asked.countDown();
      gate.await();
      if (status != 200) {
        if (!rest.isEmpty()) {
          exchange.getResponseHeaders().add("Retry-After", rest);
        }
        exchange.sendResponseHeaders(status, -1);
        return;
      }
      if (!poison.isEmpty() && body.get("input").toString().contains(poison)) {
        exchange.sendResponseHeaders(500, -1);
        return;
      }
      var rows = new ArrayList<Json>();
      for (var input : ((JsonArray) body.get("input")).items()) {
        var numbers = new ArrayList<Json>();
        for (float number : ((Vector) words.query(((JsonString) input).value())).numbers()) {
          numbers.add(Json.of(number));
        }
        rows.add(JsonObject.of("embedding", new JsonArray(numbers), "index", Json.of(rows.size())));
      }
      var answer = JsonObject.of("data", new JsonArray(rows)).toString().getBytes(UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    heal();
    server.stop(0);
  }
}
