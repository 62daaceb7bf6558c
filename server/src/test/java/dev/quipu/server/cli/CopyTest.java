package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.storage.Cut;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.TestServer;
import dev.quipu.server.cli.Carrying.Place;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An instance can move between the engines, and nobody who reads it can tell.
@Timeout(240)
class CopyTest {

  private static final int EVENTS = 3_000;

  @TempDir Path parent;

  @Test
  void an_instance_comes_back_from_postgresql_as_it_went_there() throws IOException {
    var first = parent.resolve("first");
    var last = parent.resolve("last");
    var postgres = PostgresServer.shared().newSchema();
    try (var server = TestServer.start(first)) {
      live(server);
      put(first);

      assertThat(
              QuipuCommand.run(
                  "copy",
                  "--from",
                  Instances.address(first),
                  "--from-blobs",
                  first.toString(),
                  "--to",
                  postgres,
                  "--to-blobs",
                  parent.resolve("blobs").toString()))
          .as("beside the server")
          .isEqualTo(ExitCodes.OK);
    }
    assertThat(
            QuipuCommand.run(
                "copy",
                "--from",
                postgres,
                "--from-blobs",
                parent.resolve("blobs").toString(),
                "--to",
                last.toString()))
        .isEqualTo(ExitCodes.OK);

    try (var here = cut(Instances.address(first));
        var there = cut(postgres);
        var back = cut(last.toString())) {
      assertThat(Instances.ends(there)).isEqualTo(Instances.ends(here)).hasSize(3);
      assertThat(Instances.ends(back)).isEqualTo(Instances.ends(here));
      Instances.assertViewsAddUp(there);
      Instances.assertViewsAddUp(back);
      for (var log : here.logs()) {
        assertThat(Instances.lines(back, log, LogPosition.FOREVER))
            .isEqualTo(Instances.lines(here, log, LogPosition.FOREVER))
            .isEqualTo(Instances.lines(there, log, LogPosition.FOREVER));
      }
      assertThat(remembered(back)).isEqualTo(remembered(here)).isNotEmpty();
      assertThat(back.lastUsed()).isEqualTo(there.lastUsed());
      assertThat(back.logId()).isNotEqualTo(here.logId()).isNotEqualTo(there.logId());
    }
    try (var blobs = Instances.ADAPTERS.open(BlobConfig.in(last))) {
      var found = new HashMap<String, Long>();
      blobs.each(new TenantId("t_1"), blob -> found.put(blob.id().value(), blob.length()));
      assertThat(found).hasSize(1).containsValue(3L);
    }
  }

  /// Events, objects, changes of the past, deletions and what was undone.
  private static void live(TestServer server) {
    var lines = new StringBuilder();
    for (int i = 0; i < EVENTS; i++) {
      lines.append("{\"event_type\":\"n\",\"agent_id\":\"agt_").append(i % 50).append("\"}\n");
    }
    var token = server.firstToken();
    server.send(
        "POST", token, "/v1/events", lines.toString(), "Content-Type", "application/x-ndjson");
    for (int i = 0; i < 30; i++) {
      var agent = "/v1/objects/agent/agt_" + i;
      server.patch(token, agent, "{'agent_type':'scout'}");
      if (i % 3 == 0) {
        server.delete(token, agent);
      }
    }
    server.post(server.newTenant(), "/v1/events", "{'event_type':'n'}", "Idempotency-Key", "k");
  }

  private static void put(Path instance) throws IOException {
    try (var blobs = Instances.ADAPTERS.open(BlobConfig.in(instance))) {
      blobs.put(new TenantId("t_1"), new ByteArrayInputStream(new byte[] {1, 2, 3}), 3);
    }
  }

  private static Cut cut(String address) {
    return Instances.ADAPTERS.openCut(StorageConfig.parse(address, null));
  }

  private static Map<Object, Object> remembered(Cut cut) {
    var found = new HashMap<Object, Object>();
    cut.remembered(found::put);
    return found;
  }

  @Test
  void blobs_that_have_no_place_to_go_to_are_not_left_behind_in_silence() throws IOException {
    var first = parent.resolve("first");
    try (var server = TestServer.start(first)) {
      server.newTenant();
      put(first);
    }
    var to = StorageConfig.parse(PostgresServer.shared().newSchema(), null);

    assertThatThrownBy(
            () ->
                Instances.carrying()
                    .copy(
                        new Place(new StorageConfig.Sqlite(first), BlobConfig.in(first)),
                        new Place(to, null)))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("blobs");
    assertThatThrownBy(() -> Instances.ADAPTERS.open(to)).isInstanceOf(Unavailable.class);
  }

  @Test
  void mistakes_are_told_in_a_sentence() {
    var first = parent.resolve("first");
    var second = parent.resolve("second");
    TestServer.start(first).close();
    TestServer.start(second).close();

    assertThat(copy(Instances.address(first), Instances.address(second)))
        .isEqualTo(ExitCodes.REFUSED);
    assertThat(copy(parent.resolve("none").toString(), parent.resolve("new").toString()))
        .isEqualTo(ExitCodes.UNAVAILABLE);
    assertThat(copy("postgres://nowhere", second.toString())).isEqualTo(ExitCodes.USAGE);
    assertThat(copy("sqlite:", second.toString())).isEqualTo(ExitCodes.USAGE);
    assertThat(QuipuCommand.run("copy", "--from", first.toString())).isEqualTo(ExitCodes.USAGE);
    assertThat(QuipuCommand.run("backup", "--data", first.toString())).isEqualTo(ExitCodes.USAGE);
    assertThat(
            QuipuCommand.run(
                "restore", parent.resolve("none").toString(), "--data", second.toString()))
        .isEqualTo(ExitCodes.UNAVAILABLE);
    assertThat(QuipuCommand.run("erasures", "--data", first.toString())).isEqualTo(ExitCodes.OK);
  }

  private static int copy(String from, String to) {
    return QuipuCommand.run("copy", "--from", from, "--to", to);
  }
}
