package dev.quipu.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.server.Main;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A restore that dies leaves nothing that could be taken for an instance, and can be run again.
@Timeout(240)
class BackupKillTest {

  @TempDir Path parent;

  @Test
  void a_killed_restore_leaves_what_is_refused_and_the_next_one_starts_over()
      throws IOException, InterruptedException {
    var source = parent.resolve("source");
    var backup = parent.resolve("backup");
    var target = parent.resolve("target");
    try (var server = TestServer.start(source)) {
      var lines = "{\"event_type\":\"n\",\"agent_id\":\"agt_1\"}\n".repeat(8_000);
      server.send(
          "POST", server.firstToken(), "/v1/events", lines, "Content-Type", "application/x-ndjson");
    }
    Instances.backUp(source, backup);

    killWhilePouring(backup, target);

    assertThatThrownBy(() -> TestServer.start(target))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("cut short")
        .hasMessageContaining("run it again");
    assertThatThrownBy(() -> Instances.cut(target)).isInstanceOf(Unavailable.class);
    Instances.restore(backup, target);

    try (var after = Instances.cut(target)) {
      assertThat(Instances.ends(after)).isEqualTo(Instances.manifest(backup).logs());
      Instances.assertViewsAddUp(after);
    }
    try (var server = TestServer.start(target)) {
      assertThat(server.firstToken()).isNull();
    }
  }

  private static void killWhilePouring(Path backup, Path target)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "restore",
                backup.toString(),
                "--data",
                target.toString()));
    if (Instances.config(target).storage() instanceof StorageConfig.Postgres) {
      command.addAll(List.of("--storage", Instances.address(target)));
    }
    var child = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var shown = child.inputReader(UTF_8)) {
      for (var line = shown.readLine(); line != null; line = shown.readLine()) {
        if (line.startsWith("t_default pour")) {
          break;
        }
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(child.exitValue()).as("it died, it did not end").isEqualTo(128 + 9);
  }
}
