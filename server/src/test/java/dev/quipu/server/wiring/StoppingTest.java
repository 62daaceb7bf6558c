package dev.quipu.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.quipu.server.Main;
import dev.quipu.server.TestServer;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server in a process of its own, which is told to stop.
@Timeout(120)
class StoppingTest {

  private static final Pattern READY = Pattern.compile("quipu is ready at http://[^:]+:(\\d+) .*");
  private static final String BODY = "{\"event_type\":\"n\"}";

  @TempDir Path folder;

  private Process process;
  private String token;
  private int port;

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /// Ctrl-C is as good as what a service manager sends.
  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130"})
  void what_is_under_way_is_answered_and_everything_is_closed(String signal, int exit)
      throws Exception {
    start();
    assumeFalse(
        signal.equals("INT") && ignores(2),
        "SKIPPED: this machine runs the tests with SIGINT ignored");
    try (var stream = connect();
        var request = connect()) {
      write(stream, head("GET /v1/events/stream", ""));
      assertThat(read(stream, 12)).isEqualTo("HTTP/1.1 200");
      write(
          request,
          head(
              "POST /v1/events",
              "Expect: 100-continue\r\nContent-Length: " + BODY.length() + "\r\n"));
      assertThat(read(request, 12)).as("it is being read").isEqualTo("HTTP/1.1 100");

      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      assertThat(Eventually.holds(Duration.ofSeconds(30), this::isClosed)).isTrue();
      write(request, BODY);

      assertThat(rest(request)).contains("HTTP/1.1 201");
      assertThat(rest(stream)).contains("event: end");
    }
    assertThat(process.waitFor()).isEqualTo(exit);
    assertThat(new DataFolder(folder).runningServer()).isNull();
    try (var server = TestServer.start(folder)) {
      assertThat(server.get(token, "/v1/events").list("events")).hasSize(1);
    }
  }

  private void start() throws IOException {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            // Surefire's own java.class.path is a jar that names the others.
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Main.class.getName(),
            "serve",
            "--port",
            "0",
            "--data",
            folder.toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    process = builder.start();
    var lines = process.inputReader();
    Matcher ready = READY.matcher("");
    while (!ready.matches()) {
      var line = lines.readLine();
      assertThat(line).as("the server ended before it was ready").isNotNull();
      token = line.startsWith("  ") ? line.strip() : token;
      ready = READY.matcher(line);
    }
    port = Integer.parseInt(ready.group(1));
  }

  /// A shell without job control starts what it starts in the background so, and a JVM keeps to it.
  private boolean ignores(int signal) throws IOException {
    var status = Path.of("/proc", Long.toString(process.pid()), "status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> HexFormat.fromHexDigitsToLong(line.substring(7).strip()))
            .anyMatch(ignored -> (ignored >> (signal - 1) & 1) == 1);
  }

  private boolean isClosed() throws IOException {
    try (var _ = connect()) {
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(30_000);
    return socket;
  }

  private String head(String request, String headers) {
    return request
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + token
        + "\r\n"
        + headers
        + "\r\n";
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static String read(Socket socket, int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
