package dev.quipu.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.ConfigLoader;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LifecycleTest {

  @TempDir Path folder;

  @Test
  void the_first_start_makes_a_tenant_and_later_ones_do_not() {
    String token;
    try (var server = TestServer.start(folder)) {
      token = server.firstToken();
      assertThat(server.get(token, "/v1/log/head").text("tenant_id")).isEqualTo("t_default");
    }
    try (var server = TestServer.start(folder)) {
      assertThat(server.firstToken()).isNull();
      assertThat(server.get(token, "/v1/log/head").status()).isEqualTo(200);
    }
  }

  @Test
  void the_admin_token_is_made_once_and_readable_by_its_owner_alone() throws IOException {
    var config = ConfigLoader.load(Map.of("data", folder.toString(), "port", "0"), Map.of(), null);
    String token;
    try (var server = QuipuServer.start(Wiring.of(config))) {
      token = new DataFolder(folder).adminToken();
      assertThat(token).startsWith("qpa_");
      assertThat(new DataFolder(folder).runningServer().port()).isEqualTo(server.port());
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve("admin-token"))))
          .isEqualTo("rw-------");
    }
    assertThat(new DataFolder(folder).runningServer()).isNull();
    try (var server = QuipuServer.start(Wiring.of(config))) {
      assertThat(server.firstToken()).isNull();
      assertThat(new DataFolder(folder).adminToken()).isEqualTo(token);
    }
  }

  @Test
  void a_folder_has_one_server() {
    try (var server = TestServer.start(folder)) {
      assertThatThrownBy(() -> TestServer.start(folder))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("in use");
      assertThat(server.get("", "/health/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void a_taken_port_is_said_in_a_sentence_and_costs_no_token(@TempDir Path other) {
    try (var server = TestServer.start(folder)) {
      var wiring = Wiring.of(TestServer.config(other, server.port(), Duration.ofSeconds(1)));
      assertThatThrownBy(() -> QuipuServer.start(wiring))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("port " + server.port());
    }
    try (var server = TestServer.start(other)) {
      assertThat(server.firstToken()).isNotNull();
    }
  }

  @Test
  void a_request_that_is_under_way_when_the_server_stops_is_answered() throws Exception {
    var server = TestServer.start(folder);
    var token = server.firstToken();
    int port = server.port();
    var body = "{\"event_type\":\"n\"}";
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      write(
          socket,
          "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nAuthorization: Bearer "
              + token
              + "\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n");
      // It is being read now: the server has asked for the rest.
      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 100");
      var closing = Thread.ofVirtual().start(server::close);
      assertThat(Eventually.holds(Duration.ofSeconds(20), () -> isClosed(port))).isTrue();
      write(socket, body);
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).contains("HTTP/1.1 201");
      closing.join();
    }
  }

  /// Whether nobody is let in any more.
  private static boolean isClosed(int port) throws IOException {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (SocketException e) {
      return false; // let in and cut off at once: it is just closing
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }
}
