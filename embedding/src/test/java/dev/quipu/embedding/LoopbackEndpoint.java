package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.testkit.embedding.WordEmbedder;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A real endpoint in this process, which answers as it should, or for a while as it is told to.
final class LoopbackEndpoint implements AutoCloseable {

  /// How to answer one request instead.
  interface Mood {
    void answer(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final Deque<Mood> moods = new ConcurrentLinkedDeque<>();
  private final List<Request> requests = new ArrayList<>();

  record Request(@Nullable String authorization, String path, List<String> inputs) {}

  private LoopbackEndpoint(HttpServer server) {
    this.server = server;
  }

  static LoopbackEndpoint open() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var endpoint = new LoopbackEndpoint(server);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", endpoint::handle);
    server.start();
    return endpoint;
  }

  URI base() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  /// For the next request, or the next after those already planned.
  LoopbackEndpoint then(Mood mood) {
    moods.add(mood);
    return this;
  }

  LoopbackEndpoint then(int status, String... headers) {
    return then(
        exchange -> {
          for (int i = 0; i < headers.length; i += 2) {
            exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
          }
          exchange.sendResponseHeaders(status, -1);
        });
  }

  LoopbackEndpoint thenSay(String body) {
    return then(exchange -> send(exchange, body));
  }

  /// As it should, to a request for one text.
  LoopbackEndpoint thenDo(String input) {
    return thenSay(rows(List.of(input)).toString());
  }

  synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new JsonReader().readObject(exchange.getRequestBody());
      var inputs = new ArrayList<String>();
      if (body.get("input") instanceof JsonArray array) {
        array.items().forEach(item -> inputs.add(((JsonString) item).value()));
      }
      synchronized (this) {
        requests.add(
            new Request(
                exchange.getRequestHeaders().getFirst("Authorization"),
                exchange.getRequestURI().getPath(),
                inputs));
      }
      var mood = moods.poll();
      if (mood != null) {
        mood.answer(exchange);
      } else if (inputs.stream().anyMatch(input -> input.contains("forbidden"))) {
        exchange.sendResponseHeaders(400, -1);
      } else if (inputs.stream().anyMatch(input -> input.contains("poison"))) {
        exchange.sendResponseHeaders(500, -1);
      } else {
        send(exchange, rows(inputs).toString());
      }
    }
  }

  /// Backwards, since the order of rows is promised by their numbers alone.
  private static JsonObject rows(List<String> inputs) {
    var rows = new ArrayList<Json>();
    for (int i = inputs.size() - 1; i >= 0; i--) {
      rows.add(
          JsonObject.of(
              "object", Json.of("embedding"), "embedding", of(inputs.get(i)), "index", Json.of(i)));
    }
    return JsonObject.of("object", Json.of("list"), "data", new JsonArray(rows));
  }

  /// Longer than 1, with more digits than we keep.
  private static JsonArray of(String input) {
    try (var words = WordEmbedder.open("words", 256, Integer.MAX_VALUE)) {
      var numbers = new ArrayList<Json>();
      if (input.contains("adrift")) {
        return new JsonArray(Collections.nCopies(256, Json.of(0)));
      }
      if (words.query(input) instanceof Vector vector) {
        for (float number : vector.numbers()) {
          numbers.add(Json.of(number * Math.PI));
        }
      }
      return new JsonArray(numbers);
    }
  }

  private static void send(HttpExchange exchange, String body) throws IOException {
    var bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
