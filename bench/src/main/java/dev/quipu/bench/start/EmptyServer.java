package dev.quipu.bench.start;

import io.helidon.webserver.WebServer;
import java.io.IOException;

/// A Helidon server with one route, and nothing behind it: `PORT`, or `PORT train` to answer once
/// and end.
public final class EmptyServer {

  static final String PATH = "/hello";

  private EmptyServer() {}

  public static void main(String... args) throws IOException {
    int port = Integer.parseInt(args[0]);
    var server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(port)
            .routing(routing -> routing.get(PATH, (_, response) -> response.send("hello")))
            .build()
            .start();
    if (args.length > 1) {
      for (int i = 0; i < 50; i++) {
        FirstAnswer.ask(port, PATH);
      }
      server.stop();
      System.exit(0);
    }
  }
}
