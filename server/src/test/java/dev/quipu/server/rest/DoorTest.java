package dev.quipu.server.rest;

import dev.quipu.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// Tests that speak to one server, each of them mostly as a tenant of its own.
abstract class DoorTest {

  static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }
}
