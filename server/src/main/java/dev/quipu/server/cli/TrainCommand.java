package dev.quipu.server.cli;

import dev.quipu.server.config.ConfigLoader;
import dev.quipu.server.wiring.QuipuServer;
import dev.quipu.server.wiring.Wiring;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `train`: serves itself what a server typically gets. The launcher runs it once after a build,
/// and the JVM remembers for later starts which classes that took.
@Command(name = "train", hidden = true, description = "Used by the launcher.")
final class TrainCommand implements Callable<Integer> {

  private static final String JSON = "application/json";
  private static final int ROUNDS = 20;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("quipu-train");
    try {
      var flags = Map.of("data", folder.resolve("data").toString(), "port", "0");
      var config = ConfigLoader.load(flags, Map.of(), null);
      try (var server = QuipuServer.start(Wiring.of(config));
          var client = HttpClient.newHttpClient()) {
        var token = String.valueOf(server.firstToken());
        var trainee = new Trainee(client, "http://127.0.0.1:" + server.port(), token);
        for (int i = 0; i < ROUNDS; i++) {
          trainee.round(i);
        }
        trainee.followOnce();
      }
      // What is read of a folder that is known: most starts are such.
      try (var again = QuipuServer.start(Wiring.of(config));
          var client = HttpClient.newHttpClient()) {
        new Trainee(client, "http://127.0.0.1:" + again.port(), "")
            .send("GET", "/health/ready", "", "");
      }
    } finally {
      delete(folder);
    }
    return ExitCodes.OK;
  }

  private record Trainee(HttpClient client, String address, String token) {

    void round(int i) throws IOException, InterruptedException {
      var agent = "agt_" + i;
      var event =
          "{\"event_type\":\"note\",\"agent_id\":\""
              + agent
              + "\",\"session_id\":\"ses_1\",\"payload\":{\"text\":\"hello\"}}";
      send("GET", "/health/ready", "", "");
      send("POST", "/v1/events", JSON, event);
      send("POST", "/v1/events", JSON, "{\"events\":[" + event + "," + event + "]}");
      send("POST", "/v1/events", "application/x-ndjson", event + "\n" + event + "\n");
      send("POST", "/v1/events", JSON, "{\"event_type\":1}");
      send(
          "POST",
          "/v1/keys",
          JSON,
          "{\"name\":\"k\",\"principal\":{\"kind\":\"user\",\"id\":\"user_1\"},\"grants\":[\"read\"]}");
      send("GET", "/v1/events?limit=10", "", "");
      send("GET", "/v1/objects/agent", "", "");
      send("GET", "/v1/objects/agent/" + agent, "", "");
      send("PATCH", "/v1/objects/agent/" + agent, JSON, "{\"agent_type\":\"scout\"}");
      send("GET", "/v1/objects/agent/" + agent + "/versions", "", "");
      send("POST", "/v1/query", JSON, "{\"query_text\":\"hello\"}");
      send("GET", "/v1/log/verify", "", "");
      send("GET", "/metrics", "", "");
      send("GET", "/openapi.json", "", "");
    }

    private void send(String method, String path, String type, String body)
        throws IOException, InterruptedException {
      var request = request(path).method(method, BodyPublishers.ofString(body));
      if (!type.isEmpty()) {
        request.header("Content-Type", type);
      }
      client.send(request.build(), BodyHandlers.discarding());
    }

    void followOnce() throws IOException, InterruptedException {
      var request = request("/v1/events/stream?after=0").GET().build();
      try (var in = client.send(request, BodyHandlers.ofInputStream()).body()) {
        in.readNBytes(1000);
      }
    }

    private HttpRequest.Builder request(String path) {
      return HttpRequest.newBuilder(URI.create(address + path))
          .header("Authorization", "Bearer " + token);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      paths
          .sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
