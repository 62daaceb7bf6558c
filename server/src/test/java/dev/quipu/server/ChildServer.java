package dev.quipu.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.config.StorageConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A real server in a process of its own, which is killed in the end: it has no time to put
/// anything in order.
///
/// On a folder that a [TestServer] has been started on before, so that there is a token.
public final class ChildServer implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("quipu is ready at http://[^:]+:(\\d+) .*");
  private static final int KILLED = 128 + 9;

  private final Process process;
  private final BufferedReader shown;
  private final int port;
  private final String token;
  private final HttpClient client = HttpClient.newHttpClient();

  private ChildServer(Process process, BufferedReader shown, int port, String token) {
    this.process = process;
    this.shown = shown;
    this.port = port;
    this.token = token;
  }

  /// Starts one, and waits until it is ready.
  ///
  /// @param embedder as it is said on a command line
  /// @param token that requests are sent with
  public static ChildServer start(Path folder, String embedder, String token) throws IOException {
    var process = new ProcessBuilder(command(folder, embedder)).redirectErrorStream(true).start();
    var shown = process.inputReader(UTF_8);
    var told = new ArrayList<String>();
    for (var line = shown.readLine(); line != null; line = shown.readLine()) {
      told.add(line);
      var ready = READY.matcher(line);
      if (ready.matches()) {
        return new ChildServer(process, shown, Integer.parseInt(ready.group(1)), token);
      }
    }
    throw new AssertionError("it ended before it was ready: " + told);
  }

  private static List<String> command(Path folder, String embedder) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName(),
        "serve",
        "--port",
        "0",
        "--data",
        folder.toString(),
        "--storage",
        switch (TestServer.storage(folder)) {
          case StorageConfig.Sqlite _ -> "sqlite";
          case StorageConfig.Postgres _ -> TestServer.storageAddress(folder);
        },
        "--embedder",
        embedder);
  }

  public byte[] get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  public byte[] post(String path, String body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("Authorization", "Bearer " + token);
  }

  private byte[] send(HttpRequest.Builder request) throws IOException, InterruptedException {
    var answer = client.send(request.build(), BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).as(new String(answer.body(), UTF_8)).isLessThan(300);
    return answer.body();
  }

  /// Kills it, as `kill -9` does.
  @Override
  public void close() throws IOException {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.shutdownNow();
    shown.close();
    assertThat(process.exitValue()).as("it died, it did not end").isEqualTo(KILLED);
  }
}
