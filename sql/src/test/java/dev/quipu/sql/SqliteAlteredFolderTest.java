package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.materialize.Finding.Divergence;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.history.HandClock;
import dev.quipu.testkit.history.RandomHistory;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Somebody opens the folder with another program while we are not running.
final class SqliteAlteredFolderTest {

  private static final TenantId TENANT = new TenantId("t_1");
  private static final TenantId OTHER = new TenantId("t_2");
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
        "UPDATE object SET audience = zeroblob(16) WHERE id = 'agt_2'|agt_2",
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
        "payload = CAST(replace(CAST(payload AS TEXT), '_2', '_9') AS BLOB)",
        "payload = x'00'",
        "header = CAST(replace(CAST(header AS TEXT), 'quipu.', 'quipu.un') AS BLOB)",
        "header_salt = zeroblob(16)",
        "hash = zeroblob(32)",
        "visible_time = visible_time + 1",
        "event_time = event_time + 1",
        "event_id = 'evt_other'"
      })
  void an_altered_entry_is_named_by_its_position_and_the_other_logs_are_sound(String change)
      throws SQLException {
    for (var tenant : List.of(TENANT, TenantId.PLATFORM)) {
      tellAndAlter("UPDATE log SET " + change + " WHERE position = 2 AND " + isOf(tenant));
      try (var engine = open()) {
        assertThat(engine.tenancy().logs()).containsExactly(TenantId.PLATFORM, TENANT, OTHER);
        assertThat(engine.verify().deep(tenant, QUIETLY).divergence())
            .isInstanceOfSatisfying(
                Divergence.InLog.class,
                wrong -> assertThat(wrong.position()).isEqualTo(new LogPosition(2)));
        assertThat(engine.verify().deep(OTHER, QUIETLY).divergence()).isNull();
      }
      folder = folder.resolve("next");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t_1", "t_2", "platform"})
  void a_log_without_its_head_is_named_and_does_not_begin_again(String name) throws SQLException {
    var tenant = new TenantId(name);
    tell(3);
    alter("DELETE FROM tenant WHERE name = '" + name + "'");
    assertLost(tenant);
    alter("DELETE FROM log WHERE tenant NOT IN (SELECT number FROM tenant)", 0);
    assertLost(tenant);
  }

  private void assertLost(TenantId tenant) {
    try (var engine = open()) {
      assertThat(engine.tenancy().logs())
          .containsExactlyInAnyOrder(TenantId.PLATFORM, TENANT, OTHER);
      for (var each : engine.tenancy().logs()) {
        assertThat(engine.verify().deep(each, QUIETLY).isSound()).isEqualTo(!each.equals(tenant));
      }
      assertThat(engine.verify().deep(tenant, QUIETLY).divergence())
          .isEqualTo(new Divergence.InLog(LogPosition.START, "the head of the log is missing"));
      assertThatThrownBy(() -> engine.rebuild().rebuild(tenant, QUIETLY))
          .isInstanceOf(Corrupt.class)
          .hasMessageContaining(tenant.value());
      assertThat(engine.verify().deep(tenant, QUIETLY).isSound()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE tenant SET hash = x'00' WHERE name = 't_1'",
        "UPDATE tenant SET active_space = 999 WHERE name = 't_1'",
        "DELETE FROM space WHERE number = (SELECT active_space FROM tenant WHERE name = 't_1')",
      })
  void a_head_that_cannot_be_read_is_named(String change) throws SQLException {
    tellAndAlter(change);
    try (var engine = open()) {
      assertThat(engine.verify().deep(TENANT, QUIETLY).divergence())
          .isInstanceOfSatisfying(
              Divergence.InLog.class, wrong -> assertThat(wrong.what()).contains("t_1"));
    }
  }

  @Test
  void an_altered_entry_is_not_what_views_are_made_of() throws SQLException {
    tellAndAlter(
        "UPDATE log SET payload = CAST(replace(CAST(payload AS TEXT), 'act', 'acx') AS BLOB)"
            + " WHERE position = 2 AND "
            + isOf(TENANT));
    try (var engine = open()) {
      assertThatThrownBy(() -> engine.rebuild().rebuild(TENANT, QUIETLY))
          .isInstanceOf(Corrupt.class)
          .hasMessageContaining("position 2");
    }
  }

  @Test
  void a_log_without_a_checkpoint_that_was_due_is_named() throws SQLException {
    tell(Checkpoint.EVERY + 1);
    alter("DELETE FROM checkpoint WHERE " + isOf(TENANT));
    try (var engine = open()) {
      assertThat(engine.verify().deep(TENANT, QUIETLY).divergence())
          .isEqualTo(
              new Divergence.InLog(
                  new LogPosition(Checkpoint.EVERY), "its signed checkpoint is missing"));
    }
  }

  private static String isOf(TenantId tenant) {
    return "tenant = (SELECT number FROM tenant WHERE name = '" + tenant + "')";
  }

  private void tellAndAlter(String sql) throws SQLException {
    tell(3);
    alter(sql);
  }

  /// One tenant writes, another never does.
  private void tell(int agents) {
    try (var engine = open()) {
      var operator = engine.credentials().operatorOf("operator");
      var tenant = engine.tenancy().createTenant(operator, "One", TENANT, null, Hash.ZERO, null);
      engine.tenancy().createTenant(operator, "Two", OTHER, null, Hash.ZERO, null);
      var admin = engine.credentials().callerOf(tenant.token());
      var submissions = new ArrayList<Submission>();
      for (int i = 1; i <= agents; i++) {
        var fields = JsonObject.of("agent_id", Json.of("agt_" + i));
        var make = new Command.Create(ObjectType.AGENT, fields, AccessDraft.NOTHING_SAID);
        submissions.add(new Submission(make, Hash.ZERO));
      }
      engine.ingest().submitEach(admin, submissions, null, 0);
      assertThat(engine.verify().deep(TENANT, QUIETLY).divergence()).isNull();
    }
  }

  private void alter(String sql) throws SQLException {
    alter(sql, 1);
  }

  /// @param least how many rows must have been altered
  private void alter(String sql, int least) throws SQLException {
    try (var connection = Sqlite.connect(folder.resolve("quipu.db"), Use.WRITE);
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isGreaterThanOrEqualTo(least);
    }
  }

  private Engine open() {
    var clock = new HandClock(RandomHistory.BEGINNING);
    return Engine.open(
        new Ports(
            SqlStorage.openSqlite(folder, clock, new SecureRandom()),
            InMemoryBlobStore.open(),
            ScanIndex.open(),
            clock,
            new SeededChance(folder.hashCode()),
            Limits.DEFAULT,
            CommitMeter.SILENT,
            Hash.of("operator".getBytes(StandardCharsets.UTF_8)),
            "altered"));
  }
}
