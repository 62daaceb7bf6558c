package dev.quipu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.Limits;
import dev.quipu.server.TestServer;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A client may be slow, but not for ever, and nobody else waits for it.
@Timeout(30)
class SlowClientTest {

  private static final Duration PATIENCE = Duration.ofMillis(300);
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

  private static TestServer server;
  private static String token;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder, Limits.DEFAULT, PATIENCE);
    token = server.firstToken();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET /health/live HT",
        "GET /health/live HTTP/1.1\r\nHost: loc",
        "GET /health/live HTTP/1.1\r\nHost: localhost\r\n",
      })
  void a_request_that_does_not_go_on_is_cut_off(String beginning) throws IOException {
    try (var socket = connect()) {
      write(socket, beginning);
      assertThat(readAll(socket)).startsWith("HTTP/1.1 408").contains("request.timeout");
    }
  }

  @Test
  void each_that_is_cut_off_has_a_name_of_its_own() throws IOException {
    var names = new HashSet<String>();
    for (int i = 0; i < 2; i++) {
      try (var socket = connect()) {
        write(socket, "G");
        names.add(readAll(socket).replaceAll("(?s).*Request-Id: (\\S+).*", "$1"));
      }
    }
    assertThat(names).hasSize(2).allMatch(name -> name.startsWith("req_"));
  }

  @Test
  void a_body_that_does_not_come_is_cut_off() throws IOException {
    var head = server.head(token);
    try (var socket = connect()) {
      write(socket, post("Content-Length: 100\r\n") + "{\"event_type\":");
      assertThat(readAll(socket))
          .startsWith("HTTP/1.1 408")
          .contains("application/problem+json", "request.timeout");
    }
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_trickle_gains_no_time() throws Exception {
    try (var socket = connect()) {
      write(socket, post("Content-Length: 100000\r\n"));
      long start = System.nanoTime();
      try (var trickle = Executors.newSingleThreadScheduledExecutor()) {
        // The first one that fails is the last: the server has cut it off.
        var drops = trickle.scheduleAtFixedRate(() -> drop(socket), 0, 20, TimeUnit.MILLISECONDS);
        assertThat(readSome(socket)).startsWith("HTTP/1.1 408");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
            .isLessThan(PATIENCE.multipliedBy(20));
        drops.cancel(false);
      }
    }
  }

  private static void drop(Socket socket) {
    try {
      write(socket, " ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void an_idle_connection_is_closed_without_a_word() throws IOException {
    try (var socket = connect()) {
      write(socket, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
      var all = readAll(socket);
      assertThat(all).startsWith("HTTP/1.1 200").doesNotContain("408");
    }
  }

  @Test
  void nobody_else_waits() throws IOException {
    var slow = new Socket[50];
    for (int i = 0; i < slow.length; i++) {
      slow[i] = connect();
      write(slow[i], post("Content-Length: 100\r\n"));
    }
    assertThat(server.post(token, "/v1/events", "{'event_type':'n'}").status()).isEqualTo(201);
    for (var socket : slow) {
      assertThat(readSome(socket)).startsWith("HTTP/1.1 408");
      socket.close();
    }
  }

  @Test
  void a_client_that_does_not_read_its_answer_is_let_go() throws Exception {
    var own = server.newTenant();
    var event = "{\"event_type\":\"n\",\"payload\":{\"t\":\"" + "x".repeat(60_000) + "\"}}\n";
    server.send(
        "POST", own, "/v1/events", event.repeat(200), "Content-Type", "application/x-ndjson");
    try (var socket = new Socket()) {
      socket.setReceiveBufferSize(4096);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      write(
          socket,
          "GET /v1/events/stream?after=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + own
              + "\r\n\r\n");
      assertThat(Eventually.holds(LONG_ENOUGH, () -> streams().equals("1.0"))).isTrue();
      assertThat(Eventually.holds(LONG_ENOUGH, () -> streams().equals("0.0"))).isTrue();
    }
  }

  private static String streams() {
    return server
        .get("", "/metrics")
        .bodyText()
        .lines()
        .filter(line -> line.startsWith("quipu_open_streams "))
        .findFirst()
        .orElseThrow()
        .substring("quipu_open_streams ".length());
  }

  private static Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static String readAll(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /// Not to the end: whoever still sends to a closed connection gets a reset instead of one.
  private static String readSome(Socket socket) throws IOException {
    return new String(socket.getInputStream().readNBytes(300), StandardCharsets.UTF_8);
  }

  private static String post(String headers) {
    return "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + token
        + "\r\n"
        + headers
        + "\r\n";
  }
}
