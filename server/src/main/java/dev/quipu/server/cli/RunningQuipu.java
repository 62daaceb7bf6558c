package dev.quipu.server.cli;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import dev.quipu.wire.JsonWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A server of this machine, asked over HTTP with the operator's token.
final class RunningQuipu {

  private final int port;
  private final String token;
  private final JsonReader json = new JsonReader();

  RunningQuipu(int port, String token) {
    this.port = port;
    this.token = token;
  }

  /// Has long work done and returns its results.
  ///
  /// @param name `rebuild` or `verify`
  List<JsonObject> work(String name, JsonObject body, ProgressBar bar) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/admin/" + name))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(new JsonWriter().compact(body)))
            .build();
    try (var client = HttpClient.newHttpClient();
        var lines = client.send(request, BodyHandlers.ofLines()).body()) {
      var results = new ArrayList<JsonObject>();
      lines.forEach(line -> take(line, bar, results));
      return results;
    } catch (IOException e) {
      throw unreachable(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted");
    }
  }

  private void take(String line, ProgressBar bar, List<JsonObject> results) {
    var told = json.readObject(line.getBytes(StandardCharsets.UTF_8));
    var result = told.array("result");
    var problem = told.has("problem") ? told.object("problem") : told;
    if (result != null) {
      result.items().forEach(item -> results.add((JsonObject) item));
    } else if (told.has("step")) {
      bar.at(
          String.valueOf(told.text("tenant_id")),
          String.valueOf(told.text("step")),
          number(told, "done"),
          number(told, "total"));
    } else {
      throw unreachable(problem == null ? line : String.valueOf(problem.text("detail")));
    }
  }

  static long number(JsonObject json, String name) {
    return json.get(name) instanceof JsonNumber number ? number.asLong() : 0;
  }

  private Unavailable unreachable(String why) {
    return new Unavailable(
        "server.refused",
        "the server that runs on this folder (port " + port + ") says: " + why,
        Duration.ZERO);
  }
}
