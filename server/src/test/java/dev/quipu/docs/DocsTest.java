package dev.quipu.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quipu.server.config.BlobConfig;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.server.config.HttpConfig;
import dev.quipu.server.config.Secret;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.config.Setting;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.QuipuServer;
import dev.quipu.server.wiring.Wiring;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs what the guides show, in a shell, against a real server with the model that it has unless
/// something else is said.
class DocsTest {

  private static final String ADMIN = "the admin token of this test";

  @TempDir Path folder;

  @Test
  void every_command_of_the_tour_answers_as_shown() throws Exception {
    run("docs/tour.md");
  }

  @Test
  void every_command_of_the_guide_to_payloads_answers_as_shown() throws Exception {
    run("docs/payloads.md");
  }

  @Test
  void every_command_of_the_guide_to_files_answers_as_shown() throws Exception {
    run("docs/files.md");
  }

  private void run(String page) throws IOException, InterruptedException {
    assumeTrue(isThere("curl"), "SKIPPED: no curl on this machine, so the guides cannot be run");
    var http =
        new HttpConfig(
            "127.0.0.1", 0, Set.of(), Set.of(), Duration.ofSeconds(30), Duration.ofSeconds(5));
    var config =
        new ServerConfig(
            http,
            new StorageConfig.Sqlite(folder),
            new BlobConfig.Files(folder.resolve("blobs")),
            EmbedderConfig.parse(Objects.requireNonNull(Setting.EMBEDDER.fallback()), null, null),
            null,
            folder,
            new Secret(ADMIN));
    try (var server = QuipuServer.start(Wiring.of(config))) {
      for (var step : Guide.read(Guide.root().resolve(page)).steps()) {
        var answer = shell(step.commands(), server);
        if (!step.answer().isEmpty()) {
          var reader = new JsonReader();
          Shown.assertShows(
              reader.read(step.answer().getBytes(UTF_8)),
              reader.read(lastDocument(answer).getBytes(UTF_8)),
              page + ": " + step.commands().lines().findFirst().orElse(""));
        }
      }
    }
  }

  /// Runs the commands of a step in a shell of its own that knows the variables which earlier steps
  /// have set.
  private String shell(String commands, QuipuServer server)
      throws IOException, InterruptedException {
    var script =
        """
        [ -f variables ] && . ./variables
        %s
        set | grep -E '^(ALICE|BOB)=' > variables || true
        """
            .formatted(commands);
    var process = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
    process.environment().put("QUIPU", "http://127.0.0.1:" + server.port());
    process.environment().put("TOKEN", Objects.requireNonNull(server.firstToken()));
    process.environment().put("ADMIN", ADMIN);
    var running = process.start();
    var output = new String(running.getInputStream().readAllBytes(), UTF_8);
    assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  /// A step may have several commands, each of which answers a document.
  private static String lastDocument(String output) {
    int start = output.lastIndexOf("}{");
    return start < 0 ? output : output.substring(start + 1);
  }

  private static boolean isThere(String command) throws InterruptedException {
    try {
      return new ProcessBuilder(command, "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
