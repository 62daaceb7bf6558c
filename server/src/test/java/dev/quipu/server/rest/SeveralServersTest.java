package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.Limits;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.sql.PostgresAddress;
import dev.quipu.sql.SqlStorage;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.postgres.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two servers on one PostgreSQL: what is done at A is so at B.
@Timeout(60)
class SeveralServersTest {

  private static final Limits LIMITS =
      Limits.DEFAULT
          .withMaxWait(Duration.ofMillis(500))
          .withPace(
              new Limits.Pace(
                  Duration.ofMillis(50),
                  Duration.ofMillis(200),
                  Duration.ofSeconds(15),
                  Duration.ofMillis(10)));

  private static final String DATABASE = PostgresServer.shared().newSchema();

  private static Path folders;
  private static TestServer a;
  private static TestServer b;

  private final String token = a.newTenant();

  @BeforeAll
  static void start(@TempDir Path folder) {
    folders = folder;
    var storage = new StorageConfig.Postgres(PostgresAddress.parse(DATABASE));
    a = TestServer.start(folders.resolve("a"), storage, LIMITS);
    b = TestServer.start(folders.resolve("b"), storage, LIMITS);
  }

  @AfterAll
  static void stop() {
    b.close();
    a.close();
  }

  @Test
  void a_stream_at_one_server_shows_what_is_appended_at_another_in_order() throws Exception {
    try (var stream = Frames.open(b, token, "/v1/events/stream")) {
      for (int i = 1; i <= 20; i++) {
        var server = i % 3 == 0 ? b : a;
        server.post(token, "/v1/events", "{'event_id':'evt_" + i + "','event_type':'n'}");
      }
      for (int i = 1; i <= 20; i++) {
        assertThat(stream.next().json().text("event_id")).isEqualTo("evt_" + i);
      }
      assertThat(b.get("", "/metrics").bodyText())
          .contains("quipu_watch_failures_total 0", "quipu_watch_lag_seconds ");
      // A frame may be here before its sender has noted that it is sent.
      assertThat(
              Eventually.holds(
                  Duration.ofSeconds(10),
                  () -> b.get("", "/metrics").bodyText().contains("quipu_follower_lag_entries 0")))
          .isTrue();
    }
  }

  @Test
  void what_is_written_at_one_server_is_found_at_another_and_told_by_a_standing_question()
      throws Exception {
    try (var live = Frames.open(b, token, "/v1/query/live?query_text=lantern")) {
      a.post(token, "/v1/events", "{'event_type':'note','payload':{'text':'a red lantern'}}");
      var position = a.get(token, "/v1/log/head").number("position");

      var found = b.post(token, "/v1/query", "{'query_text':'lanterns','after':" + position + "}");

      assertThat(found.status()).as(found.bodyText()).isEqualTo(200);
      assertThat(found.list("objects").getFirst().text("text")).isEqualTo("a red lantern");
      assertThat(live.next().json().text("text")).isEqualTo("a red lantern");
    }
  }

  @Test
  void a_deleted_tenant_leaves_no_index_at_any_server() {
    var made =
        a.post(TestServer.ADMIN, "/v1/admin/tenants", "{'name':'found','tenant_id':'t_found'}");
    var soon = made.text("token");
    a.post(soon, "/v1/events", "{'event_type':'note','payload':{'text':'a secret'}}");
    for (var server : List.of(a, b)) {
      server.post(soon, "/v1/query", "{'query_text':'secret','after':1}");
    }
    assertThat(folders.resolve("a/index/t_found")).exists();
    assertThat(folders.resolve("b/index/t_found")).exists();

    a.delete(TestServer.ADMIN, "/v1/admin/tenants/" + made.number("id"));

    assertThat(
            Eventually.holds(
                Duration.ofSeconds(30),
                () ->
                    !Files.exists(folders.resolve("a/index/t_found"))
                        && !Files.exists(folders.resolve("b/index/t_found"))))
        .isTrue();
  }

  @Test
  void a_key_revoked_at_one_server_is_refused_by_the_next_request_at_another_and_its_stream_ends()
      throws Exception {
    var made =
        a.post(
            token,
            "/v1/keys",
            "{'name':'k','principal':{'kind':'user','id':'u'},'grants':['read']}");
    var key = made.text("token");
    assertThat(b.get(key, "/v1/events").status()).isEqualTo(200);
    try (var stream = Frames.open(b, key, "/v1/events/stream")) {
      assertThat(stream.status()).isEqualTo(200);

      a.delete(token, "/v1/keys/" + made.text("key_id"));

      assertThat(b.get(key, "/v1/events").status()).isEqualTo(401);
      assertEnds(stream);
    }
  }

  @Test
  void
      a_tenant_disabled_at_one_server_is_refused_by_the_next_request_at_another_and_its_streams_end()
          throws Exception {
    var made = a.post(TestServer.ADMIN, "/v1/admin/tenants", "{'name':'soon disabled'}");
    var soon = made.text("token");
    assertThat(b.get(soon, "/v1/events").status()).isEqualTo(200);
    try (var stream = Frames.open(b, soon, "/v1/events/stream")) {
      a.patch(TestServer.ADMIN, "/v1/admin/tenants/" + made.number("id"), "{'disabled':true}");

      assertThat(b.get(soon, "/v1/events").status()).isEqualTo(401);
      assertEnds(stream);
    }
  }

  private static void assertEnds(Frames stream) throws Exception {
    var end = stream.next();
    assertThat(end.event()).isEqualTo("end");
    assertThat(end.json().text("code")).isEqualTo("token.refused");
    assertThat(stream.next()).isNull();
  }

  @Test
  void a_rebuild_at_one_server_switches_the_space_that_another_reads_and_writes() {
    a.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    assertThat(b.get(token, "/v1/objects/agent/agt_1").status()).isEqualTo(200);

    var rebuilt = a.post(TestServer.ADMIN, "/v1/admin/rebuild", tenant());

    assertThat(rebuilt.bodyText()).contains("\"result\"");
    assertThat(b.get(token, "/v1/objects/agent/agt_1").status()).isEqualTo(200);
    assertThat(
            b.patch(token, "/v1/objects/agent/agt_1", "{'default_memory_policy':'memories=off'}")
                .status())
        .isEqualTo(200);
    assertThat(
            a.get(token, "/v1/objects/agent/agt_1").object("object").text("default_memory_policy"))
        .isEqualTo("memories=off");
    assertThat(b.post(TestServer.ADMIN, "/v1/admin/verify", tenant()).bodyText())
        .contains("\"sound\":true");
  }

  @Test
  void rebuilding_and_verifying_are_refused_while_another_server_does_either() {
    var work = "space/" + tenantId();
    try (var another =
        SqlStorage.openPostgres(
            PostgresAddress.parse(DATABASE), InstantSource.system(), new SecureRandom())) {
      another.lease(work, "another server", Duration.ofMinutes(1));
      for (var path : List.of("/v1/admin/rebuild", "/v1/admin/verify")) {
        var refused = a.post(TestServer.ADMIN, path, tenant());
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("work.underway");
      }

      another.release(work, "another server");

      assertThat(a.post(TestServer.ADMIN, "/v1/admin/verify", tenant()).status()).isEqualTo(200);
    }
  }

  private String tenant() {
    return "{'tenant_id':'" + tenantId() + "'}";
  }

  private String tenantId() {
    return a.get(token, "/v1/log/head").text("tenant_id");
  }

  @Test
  void what_was_written_at_one_server_is_read_at_another_after_its_position() {
    var written = a.post(token, "/v1/objects/agent", "{'agent_id':'agt_after'}");
    var after = "after=" + written.header("Log-Position");

    for (var path :
        List.of(
            "/v1/objects/agent/agt_after",
            "/v1/objects/agent/agt_after/access",
            "/v1/objects/agent",
            "/v1/objects/agent/agt_after/versions",
            "/v1/objects/agent/agt_after/edges",
            "/v1/events")) {
      assertThat(b.get(token, path + "?" + after).status()).as(path).isEqualTo(200);
      var early = b.get(token, path + "?after=9007199254740992");
      assertThat(early.status()).as(path).isEqualTo(503);
      assertThat(early.text("code")).isEqualTo("position.not_reached");
      assertThat(early.header("Retry-After")).isEqualTo("1");
      assertThat(b.get(token, path + "?after=soon").faults())
          .containsExactly("number.range@/after");
    }
  }

  @Test
  void two_servers_that_start_at_once_on_an_empty_database_both_come_up_with_one_first_tenant(
      @TempDir Path folders) throws Exception {
    var address = PostgresAddress.parse(PostgresServer.shared().newSchema());
    var storage = new StorageConfig.Postgres(address);
    var start = new CyclicBarrier(2);
    Callable<TestServer> one =
        () -> {
          start.await();
          return TestServer.start(Files.createTempDirectory(folders, "server"), storage, LIMITS);
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(one);
      var second = threads.submit(one);
      try (var x = first.get();
          var y = second.get()) {
        assertThat(List.of(x, y)).filteredOn(server -> server.firstToken() != null).hasSize(1);
        var maker = x.firstToken() == null ? y : x;
        for (var server : List.of(x, y)) {
          assertThat(server.get(TestServer.ADMIN, "/v1/admin/tenants").list("tenants")).hasSize(1);
          assertThat(server.get(maker.firstToken(), "/v1/events").status()).isEqualTo(200);
        }
      }
    }
  }
}
