package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.archive.CutArchive;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import dev.quipu.server.TestServer;
import dev.quipu.server.archive.ErasureList;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.testkit.fixture.Eventually;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What was to be forgotten stays forgotten, whichever backup is restored.
@Timeout(240)
class BackupErasureTest {

  private static final TenantId GOING = new TenantId("t_1");
  private static final TenantId STAYING = new TenantId("t_2");
  private static final byte[] SECRET =
      "the kettle is in the left cupboard".getBytes(StandardCharsets.UTF_8);

  @TempDir Path parent;

  @Test
  void tenants_erased_after_the_backup_are_erased_again_before_it_is_done() throws IOException {
    var source = parent.resolve("source");
    var backup = parent.resolve("backup");
    var target = parent.resolve("target");
    var list = parent.resolve("erasures.ndjson");
    String going;
    String staying;
    try (var server = TestServer.start(source)) {
      going = server.newTenant();
      staying = server.newTenant();
      for (var token : List.of(going, staying)) {
        for (int i = 0; i < 20; i++) {
          server.post(token, "/v1/events", "{'event_type':'n','agent_id':'agt_" + i + "'}");
        }
      }
      try (var blobs = Instances.ADAPTERS.open(BlobConfig.in(source))) {
        blobs.put(GOING, new ByteArrayInputStream(SECRET), SECRET.length);
      }
      Instances.backUp(source, backup);
      delete(server, source);
    }
    var lines = new ArrayList<String>();
    try (var cut = Instances.cut(source)) {
      CutArchive.deletions(cut).forEach(deletion -> lines.add(ErasureList.line(deletion)));
    }
    assertThat(lines).hasSize(1).first().asString().contains("\"tenant_id\":\"t_1\"", "erased_at");
    lines.add("{\"tenant_id\":\"t_never_heard_of\"}");
    Files.write(list, lines);

    var sentence = Instances.carrying().restore(backup, Instances.config(target), list);

    assertThat(sentence).contains("Of 2 tenants on the erasure list 1 were there");
    try (var after = Instances.cut(target)) {
      assertThat(end(Instances.ends(after), GOING).digest()).isEqualTo(Digest.EMPTY);
      assertThat(end(Instances.ends(after), STAYING))
          .isEqualTo(end(Instances.manifest(backup).logs(), STAYING));
      try (var snapshot = after.read(ReadScope.whole(GOING))) {
        assertThat(snapshot.log(LogPosition.START, 100))
            .hasSize(20)
            .allMatch(line -> line instanceof ErasedEntry);
      }
      assertThat(CutArchive.deletions(after))
          .hasSize(1)
          .allMatch(deletion -> deletion.erasedAt() != null);
    }
    try (var blobs = Instances.ADAPTERS.open(BlobConfig.in(target))) {
      blobs.each(GOING, blob -> assertThat(blob).as("no blob is left").isNull());
    }
    try (var server = TestServer.start(target)) {
      assertThat(server.get(going, "/v1/log/head").status()).isEqualTo(401);
      assertThat(server.get(staying, "/v1/log/head").number("position")).isEqualTo(20);
    }
  }

  @Test
  void a_deleted_tenant_goes_into_a_backup_as_hashes() throws IOException {
    var source = parent.resolve("source");
    var backup = parent.resolve("backup");
    var target = parent.resolve("target");
    try (var server = TestServer.start(source)) {
      var token = server.newTenant();
      server.post(token, "/v1/events", "{'event_type':'n','payload':{'secret':'left_cupboard'}}");
      delete(server, source);
      Instances.backUp(source, backup);
    }
    assertThat(end(Instances.manifest(backup).logs(), GOING).digest()).isEqualTo(Digest.EMPTY);
    Instances.restore(backup, target);

    try (var before = Instances.cut(source);
        var after = Instances.cut(target)) {
      assertThat(Instances.lines(after, GOING, LogPosition.FOREVER))
          .isEqualTo(Instances.lines(before, GOING, LogPosition.FOREVER));
      assertThat(Instances.ends(after)).isEqualTo(Instances.ends(before));
    }
    assertThat(Instances.verify(target)).allMatch(Maintenance.Outcome::good);
  }

  @Test
  void a_list_with_a_line_that_is_none_is_refused_before_anything_is_done() throws IOException {
    var source = parent.resolve("source");
    var backup = parent.resolve("backup");
    var list = parent.resolve("erasures.ndjson");
    TestServer.start(source).close();
    Instances.backUp(source, backup);
    Files.write(list, List.of("{\"tenant_id\":\"t_1\"}", "{\"tenant\":\"t_2\"}"));

    assertThatThrownBy(
            () ->
                Instances.carrying()
                    .restore(backup, Instances.config(parent.resolve("target")), list))
        .isInstanceOf(Invalid.class)
        .hasMessageContaining("line 2");
    assertThat(parent.resolve("target")).doesNotExist();
  }

  private static void delete(TestServer server, Path instance) {
    var number =
        server.get(TestServer.ADMIN, "/v1/admin/tenants").list("tenants").stream()
            .filter(tenant -> GOING.value().equals(tenant.text("tenant_id")))
            .map(tenant -> String.valueOf(tenant.get("id")))
            .findFirst()
            .orElseThrow();
    assertThat(server.delete(TestServer.ADMIN, "/v1/admin/tenants/" + number).status())
        .isBetween(200, 299);
    assertThat(
            Eventually.holds(
                Duration.ofSeconds(60),
                () -> {
                  try (var cut = Instances.cut(instance)) {
                    return CutArchive.deletions(cut).stream()
                        .allMatch(deletion -> deletion.erasedAt() != null);
                  }
                }))
        .isTrue();
  }

  private static LogEnd end(List<LogEnd> ends, TenantId tenant) {
    return ends.stream().filter(end -> end.tenant().equals(tenant)).findFirst().orElseThrow();
  }
}
