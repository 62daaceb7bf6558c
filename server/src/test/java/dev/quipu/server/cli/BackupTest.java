package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.VersionRow;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.testkit.fixture.Eventually;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What comes back from a backup is what was there when it was taken.
@Timeout(240)
class BackupTest {

  private static final int WRITERS = 16;
  private static final TenantId FIRST = new TenantId("t_default");

  @TempDir Path parent;
  private Path source;
  private Path backup;
  private Path target;

  @BeforeEach
  void chooseFolders() {
    source = parent.resolve("source");
    backup = parent.resolve("backup");
    target = parent.resolve("target");
  }

  @Test
  void a_backup_taken_under_load_restores_to_the_state_of_its_position() {
    try (var server = TestServer.start(source)) {
      var tokens = List.of(server.firstToken(), server.newTenant(), server.newTenant());
      try (var writers = new Writers(server, tokens)) {
        writers.awaitWritten(300);
        Instances.backUp(source, backup);
        writers.awaitWritten(writers.written() + 50);
      }
      var manifest = Instances.manifest(backup);
      Instances.restore(backup, target);

      try (var before = Instances.cut(source);
          var after = Instances.cut(target)) {
        assertThat(Instances.ends(after)).isEqualTo(manifest.logs());
        Instances.assertViewsAddUp(after);
        for (var log : manifest.logs()) {
          var upTo = log.head().position();
          assertThat(Instances.lines(after, log.tenant(), LogPosition.FOREVER))
              .isEqualTo(Instances.lines(before, log.tenant(), upTo));
          assertThat(objects(after, log)).isEqualTo(objects(before, log));
        }
        assertThat(manifest.logs())
            .as("writing has gone on meanwhile")
            .anyMatch(log -> positionOf(before, log.tenant()) > log.head().position().value());
        assertThat(manifest.logId()).isEqualTo(before.logId()).isNotEqualTo(after.logId());
      }
    }
    assertThat(Instances.verify(target)).allMatch(Maintenance.Outcome::good);
  }

  /// Sixteen who write events, objects and changes until they are closed.
  private static final class Writers implements AutoCloseable {

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger written = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(WRITERS);
    private final Queue<Integer> failures = new ConcurrentLinkedQueue<>();

    Writers(TestServer server, List<String> tokens) {
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        Thread.ofVirtual().start(() -> write(server, tokens.get(writer % tokens.size()), writer));
      }
    }

    private void write(TestServer server, String token, int writer) {
      try {
        for (int i = 0; !stopped.get(); i++) {
          var agent = "agt_" + writer + "_" + i / 3;
          int status =
              i % 3 == 2
                  ? server
                      .patch(token, "/v1/objects/agent/" + agent, "{'agent_type':'t" + i + "'}")
                      .status()
                  : server
                      .post(
                          token,
                          "/v1/events",
                          "{'event_type':'n','agent_id':'" + agent + "','payload':{'i':" + i + "}}")
                      .status();
          if (status >= 300) {
            failures.add(status);
          }
          written.incrementAndGet();
        }
      } finally {
        ended.countDown();
      }
    }

    int written() {
      return written.get();
    }

    void awaitWritten(int count) {
      assertThat(Eventually.holds(Duration.ofSeconds(60), () -> written.get() >= count)).isTrue();
    }

    @Override
    public void close() {
      stopped.set(true);
      assertThat(Eventually.holds(Duration.ofSeconds(60), () -> ended.getCount() == 0)).isTrue();
      assertThat(failures).isEmpty();
    }
  }

  /// What a reader with `as_known_at` of the backup's position is shown.
  private static List<VersionRow> objects(Cut cut, LogEnd log) {
    try (var snapshot = cut.read(ReadScope.whole(log.tenant()))) {
      var at = new At(log.head().visibleTime(), log.head().position());
      var all = new ObjectListing(ObjectType.AGENT, Map.of(), null, Instances.ALL);
      return snapshot.objects(all, at).stream().map(StoredObject::version).toList();
    }
  }

  private static long positionOf(Cut cut, TenantId tenant) {
    try (var snapshot = cut.read(ReadScope.whole(tenant))) {
      return snapshot.head().position().value();
    }
  }

  @Test
  void clients_go_on_with_a_restored_instance_and_only_cursors_are_refused() {
    String token;
    String cursor;
    String logId;
    String event;
    try (var server = TestServer.start(source)) {
      token = server.firstToken();
      for (int i = 0; i < 3; i++) {
        server.post(token, "/v1/events", "{'event_type':'n','agent_id':'agt_" + i + "'}");
      }
      var first = once(server, token);
      event = first.text("event_id");
      logId = first.text("log_id");
      cursor = server.get(token, "/v1/objects/agent?limit=1").text("next_cursor");
      assertThat(cursor).isNotNull();
      Instances.backUp(source, backup);
    }
    Instances.restore(backup, target);

    try (var server = TestServer.start(target)) {
      assertThat(server.firstToken()).as("no new tenant is made").isNull();
      var again = once(server, token);
      assertThat(again.text("event_id")).as("a retry is answered as before").isEqualTo(event);
      assertThat(again.text("log_id")).isNotEqualTo(logId);
      var page = server.get(token, "/v1/objects/agent?limit=1&cursor=" + cursor);
      assertThat(page.status()).isEqualTo(400);
      assertThat(server.get(token, "/v1/objects/agent").list("objects")).hasSize(3);
      assertThat(server.post(token, "/v1/events", "{'event_type':'n'}").status()).isEqualTo(201);
    }
  }

  private static TestServer.Answer once(TestServer server, String token) {
    return server.post(
        token, "/v1/events", "{'event_type':'once'}", "Idempotency-Key", "the-one-and-only");
  }

  @Test
  void checkpoints_that_the_old_instance_signed_hold_in_the_new_one() {
    long count = 2_100;
    try (var server = TestServer.start(source)) {
      var lines = "{\"event_type\":\"n\"}\n".repeat((int) count);
      server.send(
          "POST", server.firstToken(), "/v1/events", lines, "Content-Type", "application/x-ndjson");
    }
    Instances.backUp(source, backup);
    Instances.restore(backup, target);

    try (var before = Instances.cut(source);
        var after = Instances.cut(target);
        var old = before.read(ReadScope.whole(FIRST));
        var copy = after.read(ReadScope.whole(FIRST))) {
      var signed = copy.checkpoints(LogPosition.START, 10);
      assertThat(signed)
          .extracting(each -> each.checkpoint().position().value())
          .containsExactly(1024L, 2048L);
      assertThat(signed)
          .allMatch(each -> each.isSignedWith(before.checkpointKeys().getPublic()))
          .allMatch(each -> each.checkpoint().logId().equals(before.logId()));
      assertThat(signed.getFirst().checkpoint())
          .isEqualTo(old.checkpoints(LogPosition.START, 1).getFirst().checkpoint());
    }
    assertThat(Instances.verify(target)).allMatch(Maintenance.Outcome::good);
  }

  @Test
  void blobs_come_along_and_belong_to_their_tenants() throws IOException {
    var other = new TenantId("t_1");
    try (var server = TestServer.start(source)) {
      server.newTenant();
    }
    var empty = put(source, FIRST, new byte[0]);
    var large = new byte[300_000];
    large[7] = 1;
    var id = put(source, FIRST, large);
    put(source, other, "a\nb".getBytes(StandardCharsets.UTF_8));
    put(source, other, large);
    Instances.backUp(source, backup);
    Instances.restore(backup, target);

    try (var blobs = Instances.ADAPTERS.open(BlobConfig.in(target))) {
      var found = new ArrayList<Blob>();
      blobs.each(FIRST, found::add);
      assertThat(found).containsExactlyInAnyOrder(empty, id);
      try (var content = blobs.open(FIRST, id.id())) {
        assertThat(content.readAllBytes()).isEqualTo(large);
      }
      found.clear();
      blobs.each(other, found::add);
      assertThat(found).hasSize(2);
    }
  }

  private static Blob put(Path instance, TenantId tenant, byte[] content) throws IOException {
    try (var blobs = Instances.ADAPTERS.open(BlobConfig.in(instance))) {
      return blobs.put(tenant, new ByteArrayInputStream(content), content.length);
    }
  }

  @Test
  void only_the_owner_can_open_a_backup_and_nothing_is_ever_overwritten() throws IOException {
    try (var server = TestServer.start(source)) {
      server.post(server.firstToken(), "/v1/events", "{'event_type':'n'}");
      Instances.backUp(source, backup);
      assertThatThrownBy(() -> Instances.backUp(source, backup))
          .isInstanceOf(Conflict.class)
          .hasMessageContaining("folder of its own");
      assertThatThrownBy(() -> Instances.restore(backup, source))
          .isInstanceOfAny(Conflict.class, Unavailable.class);
    }
    assertThatThrownBy(() -> Instances.restore(backup, source))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("Choose an empty one");
    Instances.restore(backup, target);
    assertThatThrownBy(() -> Instances.restore(backup, target)).isInstanceOf(Conflict.class);
    try (var paths = Files.walk(backup)) {
      assertThat(paths)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    }
  }
}
