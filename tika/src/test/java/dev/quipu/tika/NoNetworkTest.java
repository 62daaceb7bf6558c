package dev.quipu.tika;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NoNetworkTest {

  @Test
  void a_reader_of_documents_has_no_way_to_the_network() throws IOException, InterruptedException {
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThat(tried(server.getLocalPort(), "open"))
          .as("so they are ways")
          .containsEntry("socket", "open")
          .containsEntry("channel", "open")
          .containsEntry("asynchronous channel", "open")
          .containsEntry("datagram", "open");
      assertThat(tried(server.getLocalPort(), "closed").values()).hasSize(7).containsOnly("closed");
    }
  }

  private static Map<String, String> tried(int port, String how)
      throws IOException, InterruptedException {
    var child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Ways.class.getName(),
                Integer.toString(port),
                how)
            .redirectErrorStream(true)
            .start();
    var said = new String(child.getInputStream().readAllBytes(), UTF_8);
    assertThat(child.waitFor()).as(said).isZero();
    var tried = new LinkedHashMap<String, String>();
    said.lines().forEach(line -> tried.put(line.split(": ", 2)[0], line.split(": ", 2)[1]));
    return tried;
  }

  /// Tries all of them, in a process of its own.
  static final class Ways {

    private Ways() {}

    public static void main(String[] arguments) throws IOException {
      var server =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
      if (arguments[1].equals("closed")) {
        NoNetwork.install();
      }
      attempt(
          "socket",
          () -> {
            try (var socket = new Socket(server.getAddress(), server.getPort())) {
              return socket.isConnected();
            }
          });
      attempt(
          "channel",
          () -> {
            try (var channel = SocketChannel.open(server)) {
              return channel.isConnected();
            }
          });
      attempt(
          "asynchronous channel",
          () -> {
            try (var channel = AsynchronousSocketChannel.open()) {
              return channel.connect(server).get() == null;
            }
          });
      attempt(
          "datagram",
          () -> {
            try (var socket = new DatagramSocket()) {
              socket.send(new DatagramPacket(new byte[1], 1, server));
              return true;
            }
          });
      attempt(
          "datagram channel",
          () -> {
            try (var channel = DatagramChannel.open()) {
              return channel.isOpen();
            }
          });
      attempt(
          "listening",
          () -> {
            try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
              return socket.isBound();
            }
          });
      attempt(
          "url",
          () -> {
            var url = URI.create("http://127.0.0.1:" + server.getPort() + "/").toURL();
            var connection = url.openConnection();
            connection.setConnectTimeout(100);
            connection.setReadTimeout(100);
            try (var _ = connection.getInputStream()) {
              return true;
            } catch (SocketTimeoutException e) {
              return true; // it was connected
            }
          });
      System.exit(0);
    }

    private static void attempt(String name, Callable<Boolean> way) {
      try {
        System.out.println(name + ": " + (way.call() ? "open" : "closed"));
      } catch (Exception e) {
        System.out.println(name + ": closed");
      }
    }
  }
}
