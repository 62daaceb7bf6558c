package dev.quipu.server.rest;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.wire.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/// An open event stream.
record Frames(int status, BufferedReader in) implements AutoCloseable {

  /// One server-sent event.
  record Frame(String id, String event, String data) {
    JsonObject json() {
      return new JsonReader().readObject(data.getBytes(StandardCharsets.UTF_8));
    }
  }

  static Frames open(TestServer server, String token, String path, String... headers)
      throws IOException, InterruptedException {
    var request = server.request(token, path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    var response = server.client().send(request.build(), BodyHandlers.ofInputStream());
    return new Frames(
        response.statusCode(),
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
  }

  /// The next event, or null at the end. Comments are passed over.
  Frame next() throws IOException {
    String id = null;
    String event = null;
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("event: ")) {
        event = line.substring(7);
      } else if (line.startsWith("data: ")) {
        return new Frame(id, event, line.substring(6));
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
