package dev.quipu.bench.start;

import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Waits for a server to give its first answer. Plain sockets, so that the asker costs nothing.
final class FirstAnswer {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private FirstAnswer() {}

  /// A port that was free a moment ago.
  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Returns milliseconds from the start of the process to its first good answer.
  static double of(ProcessBuilder command, int port, String path)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    var process = command.start();
    try {
      boolean answered =
          Eventually.<IOException>holds(PATIENCE, () -> ask(port, path) || !process.isAlive());
      double millis = (System.nanoTime() - start) / 1e6;
      if (!answered || !process.isAlive()) {
        throw new IllegalStateException("no answer from " + command.command());
      }
      return millis;
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  /// Whether the server answers with 200.
  static boolean ask(int port, String path) throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      var request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var status = socket.getInputStream().readNBytes(12);
      return new String(status, StandardCharsets.US_ASCII).equals("HTTP/1.1 200");
    } catch (SocketException e) {
      return false;
    }
  }
}
