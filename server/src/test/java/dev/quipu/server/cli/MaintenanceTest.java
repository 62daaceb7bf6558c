package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.quipu.server.TestServer;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaintenanceTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  @Test
  void a_running_server_is_asked_and_goes_on_serving() {
    try (var server = TestServer.start(folder)) {
      server.post(server.firstToken(), "/v1/events", "{'event_type':'n'}");

      assertThat(maintenance(null).verify())
          .containsExactly(
              new Maintenance.Outcome("platform", "sound up to position 1", true),
              new Maintenance.Outcome("t_default", "sound up to position 1", true));
      assertThat(maintenance("t_default").rebuild())
          .containsExactly(
              new Maintenance.Outcome(
                  "t_default", "rebuilt up to position 1; nothing had differed", true));
      assertThat(shown.toString(StandardCharsets.UTF_8))
          .contains("t_default chain 1/1", "rebuild 1/1");
      assertThat(server.get(server.firstToken(), "/v1/events").list("events")).hasSize(1);
    }
  }

  @Test
  void a_database_that_is_named_is_looked_at_whatever_runs_on_the_folder() {
    var database = StorageConfig.parse(PostgresServer.shared().newSchema(), null);
    try (var server = TestServer.start(folder)) {
      server.post(server.firstToken(), "/v1/events", "{'event_type':'n'}");
      assertThat(
              new Maintenance(config().with(database), null, new ProgressBar(out(), false))
                  .verify())
          .containsExactly(new Maintenance.Outcome("platform", "sound up to position 0", true));
    }
  }

  @Test
  void without_a_server_the_folder_is_opened_here() {
    try (var server = TestServer.start(folder)) {
      server.post(server.firstToken(), "/v1/events", "{'event_type':'n'}");
    }
    assertThat(maintenance(null).verify()).hasSize(2).allMatch(Maintenance.Outcome::good);
    assertThat(maintenance(null).rebuild()).hasSize(2).allMatch(Maintenance.Outcome::good);
  }

  @Test
  void an_altered_view_is_named_and_mended_and_an_altered_log_is_named() throws SQLException {
    try (var server = TestServer.start(folder)) {
      server.post(server.firstToken(), "/v1/events", "{'event_type':'n','agent_id':'agt_x'}");
    }
    alter("UPDATE version SET body = '{\"a\":1}' WHERE id = 'agt_x'");

    assertThat(QuipuCommand.run("verify", "--data", folder.toString()))
        .isEqualTo(ExitCodes.DIVERGED);
    assertThat(maintenance("t_default").verify().getFirst().sentence())
        .contains("DIVERGES", "agt_x");
    assertThat(maintenance("t_default").rebuild().getFirst().sentence())
        .contains("had differed from the log");
    assertThat(maintenance("t_default").verify()).allMatch(Maintenance.Outcome::good);

    alter("UPDATE log SET payload = '{}' WHERE event_id LIKE 'evt_%' AND position = 1");

    assertThat(QuipuCommand.run("verify", "--data", folder.toString()))
        .isEqualTo(ExitCodes.DIVERGED);
    assertThat(maintenance(null).verify().stream().map(Maintenance.Outcome::sentence))
        .anyMatch(sentence -> sentence.contains("DIVERGES at position 1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE log SET event_id = 'evt_x' WHERE position = 1",
        "UPDATE log SET visible_time = visible_time + 1 WHERE position = 1",
        "UPDATE log SET event_time = event_time + 1 WHERE position = 1",
        "UPDATE object SET audience = zeroblob(16) WHERE type = 'tenant'",
        "DELETE FROM tenant WHERE name = 'platform'",
      })
  void an_altered_platform_is_named_and_the_tenants_are_verified_all_the_same(String change)
      throws SQLException {
    try (var server = TestServer.start(folder)) {
      server.post(server.firstToken(), "/v1/events", "{'event_type':'n'}");
    }
    alter(change + (change.contains("log") ? " AND " + IS_OF_PLATFORM : ""));

    assertThat(maintenance(null).verify())
        .satisfiesExactly(
            platform -> {
              assertThat(platform.tenant()).isEqualTo("platform");
              assertThat(platform.sentence()).startsWith("DIVERGES");
            },
            tenant ->
                assertThat(tenant)
                    .isEqualTo(
                        new Maintenance.Outcome("t_default", "sound up to position 1", true)));
    assertThat(QuipuCommand.run("verify", "--data", folder.toString()))
        .isEqualTo(ExitCodes.DIVERGED);
  }

  @Test
  void a_running_server_names_an_altered_platform_too() throws SQLException {
    try (var server = TestServer.start(folder)) {
      server.post(server.firstToken(), "/v1/events", "{'event_type':'n'}");
      alter("UPDATE log SET event_time = event_time + 1 WHERE position = 1 AND " + IS_OF_PLATFORM);

      assertThat(maintenance(null).verify())
          .extracting(Maintenance.Outcome::good)
          .containsExactly(false, true);
    }
  }

  private static final String IS_OF_PLATFORM =
      "tenant = (SELECT number FROM tenant WHERE name = 'platform')";

  /// What somebody with the file in hand can do.
  private void alter(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("quipu.db"));
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isPositive();
    }
  }

  @Test
  void unknown_tenants_and_folders_are_told_in_a_sentence() {
    try (var _ = TestServer.start(folder)) {
      assertThat(exitCode(() -> maintenance("t_none").verify())).isEqualTo(ExitCodes.UNAVAILABLE);
    }
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("tenant not found");
    assertThat(exitCode(() -> maintenance("t_none").verify())).isEqualTo(ExitCodes.REFUSED);
    assertThat(QuipuCommand.run("verify", "--data", folder.resolve("none").toString()))
        .isEqualTo(ExitCodes.UNAVAILABLE);
    assertThat(QuipuCommand.run("verify", "--nope")).isEqualTo(ExitCodes.USAGE);
    assertThat(QuipuCommand.run("serve", "--help")).isEqualTo(ExitCodes.OK);
    assertThat(QuipuCommand.run("--version")).isEqualTo(ExitCodes.OK);
    assertThat(QuipuCommand.run("serve", "--port", "many")).isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void a_file_in_the_place_of_the_folder_is_a_mistake_of_the_configuration() throws IOException {
    var file = Files.createFile(folder.resolve("file"));
    assertThat(QuipuCommand.run("serve", "--data", file.toString())).isEqualTo(ExitCodes.USAGE);
    assertThat(QuipuCommand.run("serve", "--data", file.resolve("data").toString()))
        .isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void a_folder_that_cannot_be_written_to_is_a_mistake_of_the_configuration() throws IOException {
    var locked = Files.createDirectory(folder.resolve("locked"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeFalse(Files.isWritable(locked), "root may write anywhere; bench crash mounts a folder");
    assertThat(QuipuCommand.run("serve", "--data", locked.toString())).isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void training_serves_itself_and_ends() {
    assertThat(QuipuCommand.run("train")).isEqualTo(ExitCodes.OK);
  }

  private int exitCode(Runnable work) {
    try {
      work.run();
      return ExitCodes.OK;
    } catch (RuntimeException e) {
      return ExitCodes.report(e, out());
    }
  }

  private Maintenance maintenance(String tenant) {
    return new Maintenance(config(), tenant, new ProgressBar(out(), false));
  }

  private PrintStream out() {
    return new PrintStream(shown, true, StandardCharsets.UTF_8);
  }

  private ServerConfig config() {
    return TestServer.config(folder, 0, Duration.ofSeconds(30));
  }
}
