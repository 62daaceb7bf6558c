package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.materialize.Finding.Divergence;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.history.HandClock;
import dev.quipu.testkit.history.HistoryProperties;
import dev.quipu.testkit.history.SeededChance;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Somebody opens the folder with another program while we are not running.
final class SqliteAlteredFolderTest {

  private static final TenantId TENANT = new TenantId("t_1");
  private static final Progress QUIETLY = (_, _, _, _) -> {};

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE version SET body = CAST(replace(CAST(body AS TEXT), 'active', 'absent') AS BLOB)"
            + " WHERE id = 'agt_2'|agt_2",
        "UPDATE version SET body = x'00' WHERE id = 'agt_2'|agt_2",
        "UPDATE span SET valid_from = valid_from - 5 WHERE id = 'agt_2'|agt_2",
        "UPDATE object SET latest_version = 9 WHERE id = 'agt_2'|agt_2",
        "UPDATE object SET workspace = 'ws_x' WHERE id = 'agt_2'|agt_2",
        "DELETE FROM list_key WHERE id = 'agt_2'|agt_2",
        "DELETE FROM audience WHERE token = 'o:user:user_admin'|user_admin",
        "INSERT INTO tombstone SELECT space, type, id, 2, 9223372036854775807 FROM object"
            + " WHERE id = 'agt_2'|agt_2",
        "UPDATE space SET digest = zeroblob(32) WHERE number = (SELECT active_space FROM tenant"
            + " WHERE name = 't_1')|digest"
      })
  void an_altered_view_is_named_by_verify_and_mended_by_rebuild(String change, String name)
      throws SQLException {
    tellAndAlter(change);
    try (var engine = open()) {
      assertThat(engine.verify().deep(TENANT, QUIETLY).divergence())
          .isInstanceOfSatisfying(
              Divergence.InViews.class, wrong -> assertThat(wrong.what()).contains(name));

      engine.rebuild().rebuild(TENANT, QUIETLY);

      assertThat(engine.verify().deep(TENANT, QUIETLY).divergence()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "payload = CAST(replace(CAST(payload AS TEXT), 'agt_2', 'agt_9') AS BLOB)",
        "payload = x'00'",
        "header = CAST(replace(CAST(header AS TEXT), 'user_admin', 'user_other') AS BLOB)",
        "header_salt = zeroblob(16)",
        "hash = zeroblob(32)",
        "visible_time = visible_time + 1",
        "event_id = 'evt_other'"
      })
  void an_altered_entry_is_named_by_its_position(String change) throws SQLException {
    tellAndAlter(
        "UPDATE log SET "
            + change
            + " WHERE position = 2 AND tenant = (SELECT number FROM tenant WHERE name = 't_1')");
    try (var engine = open()) {
      assertThat(engine.verify().deep(TENANT, QUIETLY).divergence())
          .isInstanceOfSatisfying(
              Divergence.InLog.class,
              wrong -> assertThat(wrong.position()).isEqualTo(new LogPosition(2)));
    }
  }

  private void tellAndAlter(String sql) throws SQLException {
    try (var engine = open()) {
      var operator = engine.credentials().operatorOf("operator");
      var tenant = engine.tenancy().createTenant(operator, "One", TENANT, null, Hash.ZERO, null);
      var admin = engine.credentials().callerOf(tenant.token());
      for (int i = 1; i <= 3; i++) {
        var fields = JsonObject.of("agent_id", Json.of("agt_" + i));
        var make = new Command.Create(ObjectType.AGENT, fields, AccessDraft.NOTHING_SAID);
        engine.ingest().submit(admin, new Submission(make, Hash.ZERO), null);
      }
      assertThat(engine.verify().deep(TENANT, QUIETLY).divergence()).isNull();
    }
    try (var connection = Sqlite.connect(folder.resolve("quipu.db"), Use.WRITE);
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).as("rows that were altered").isPositive();
    }
  }

  private Engine open() {
    var clock = new HandClock(HistoryProperties.BEGINNING);
    return Engine.open(
        new Ports(
            SqlStorage.openSqlite(folder, clock, new SecureRandom()),
            clock,
            new SeededChance(folder.hashCode()),
            Limits.DEFAULT,
            CommitMeter.SILENT,
            Hash.of("operator".getBytes(StandardCharsets.UTF_8))));
  }
}
