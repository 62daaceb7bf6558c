package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.Limits;
import dev.quipu.server.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EventStreamTest {

  private static final int MAX_STREAMS = 3;

  private static TestServer server;

  private final String token = server.newTenant();

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder, limits(), Duration.ofSeconds(30));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Limits limits() {
    return Limits.DEFAULT.withStreams(MAX_STREAMS);
  }

  @Test
  void events_arrive_as_they_are_appended() throws Exception {
    append("before");
    try (var stream = open("/v1/events/stream")) {
      append("evt_a");
      append("evt_b");
      assertThat(stream.next().id()).isEqualTo("2");
      var second = stream.next();
      assertThat(second.event()).isEqualTo("event");
      assertThat(second.json().text("event_id")).isEqualTo("evt_b");
      assertThat(second.json()).isEqualTo(server.get(token, "/v1/events/evt_b").body());
    }
  }

  @Test
  void a_stream_goes_on_where_the_last_one_ended() throws Exception {
    for (int i = 1; i <= 5; i++) {
      append("evt_" + i);
    }
    String last;
    try (var stream = open("/v1/events/stream?after=1")) {
      assertThat(stream.next().id()).isEqualTo("2");
      last = stream.next().id();
    }
    try (var stream = open("/v1/events/stream?after=0", "Last-Event-ID", last)) {
      assertThat(stream.next().json().text("event_id")).isEqualTo("evt_4");
      assertThat(stream.next().json().text("event_id")).isEqualTo("evt_5");
      append("evt_6");
      assertThat(stream.next().json().text("event_id")).isEqualTo("evt_6");
    }
  }

  @Test
  void a_filter_leaves_out_what_was_not_asked_for() throws Exception {
    try (var stream = open("/v1/events/stream?event_type=wanted")) {
      append("evt_1");
      server.post(token, "/v1/events", "{'event_id':'evt_2','event_type':'wanted'}");
      assertThat(stream.next().id()).isEqualTo("2");
    }
  }

  @Test
  void nobody_is_told_of_what_it_may_not_see() throws Exception {
    var bob = server.newKey(token, "user_bob", "read", "write");
    try (var stream = openAs(bob, "/v1/events/stream")) {
      append("evt_private");
      server.post(bob, "/v1/events", "{'event_id':'evt_bob','event_type':'n'}");
      assertThat(stream.next().json().text("event_id")).isEqualTo("evt_bob");
    }
  }

  @Test
  void a_stream_ends_with_its_key() throws Exception {
    var made =
        server.post(
            token,
            "/v1/keys",
            "{'name':'k','principal':{'kind':'user','id':'u'},'grants':['read']}");
    try (var stream = openAs(made.text("token"), "/v1/events/stream")) {
      server.delete(token, "/v1/keys/" + made.text("key_id"));
      append("evt_after");
      var end = stream.next();
      assertThat(end.event()).isEqualTo("end");
      assertThat(end.json().text("code")).isEqualTo("token.refused");
      assertThat(stream.next()).isNull();
    }
  }

  @Test
  void a_tenant_has_so_many_streams_and_no_more() throws Exception {
    var open = new ArrayList<Frames>();
    for (int i = 0; i < MAX_STREAMS; i++) {
      open.add(open("/v1/events/stream"));
    }
    var refused = server.get(token, "/v1/events/stream");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.text("code")).isEqualTo("streams.too_many");
    for (var stream : open) {
      stream.close();
    }
    // A gone client is noticed when something is to be sent to it.
    int status = 429;
    for (int i = 0; status == 429; i++) {
      append("evt_wake_" + i);
      try (var again = open("/v1/events/stream")) {
        status = again.status();
      }
    }
    assertThat(status).isEqualTo(200);
  }

  @Test
  void a_silent_stream_says_that_it_is_still_there(@TempDir Path folder) throws Exception {
    try (var hasty = TestServer.start(folder, limits(), Duration.ofMillis(500))) {
      try (var stream = Frames.open(hasty, hasty.firstToken(), "/v1/events/stream")) {
        var lines = stream.in();
        assertThat(lines.readLine()).isEqualTo(": quipu");
        assertThat(lines.readLine()).isEqualTo("retry: 1000");
        for (int beat = 0; beat < 3; beat++) {
          assertThat(lines.readLine()).isEmpty();
          assertThat(lines.readLine()).isEqualTo(":");
        }
        hasty.post(hasty.firstToken(), "/v1/events", "{'event_type':'n'}");
        assertThat(lines.lines().filter(line -> line.startsWith("event:")).findFirst())
            .contains("event: event");
      }
    }
  }

  @Test
  void an_odd_beginning_is_refused() {
    assertThat(server.get(token, "/v1/events/stream?after=-1").faults())
        .containsExactly("number.range@/after");
    assertThat(server.get(token, "/v1/events/stream?after=1").faults())
        .containsExactly("position.future@/after");
    assertThat(server.get(token, "/v1/events/stream", "Last-Event-ID", "7").faults())
        .containsExactly("position.future@/Last-Event-ID");
    assertThat(server.get(token, "/v1/events/stream", "Last-Event-ID", "evt_1").faults())
        .containsExactly("position.format@/Last-Event-ID");
    assertThat(server.get(token, "/v1/events/stream", "Accept", "application/json").status())
        .isEqualTo(406);
  }

  @Test
  void streams_end_when_the_server_stops(@TempDir Path folder) throws Exception {
    var other = TestServer.start(folder);
    try (var stream = Frames.open(other, other.firstToken(), "/v1/events/stream")) {
      var closing = Thread.ofVirtual().start(other::close);
      assertThat(stream.next().event()).isEqualTo("end");
      assertThat(stream.next()).isNull();
      closing.join();
    }
  }

  private void append(String id) {
    server.post(token, "/v1/events", "{'event_id':'" + id + "','event_type':'n'}");
  }

  private Frames open(String path, String... headers) throws IOException, InterruptedException {
    return openAs(token, path, headers);
  }

  private static Frames openAs(String token, String path, String... headers)
      throws IOException, InterruptedException {
    return Frames.open(server, token, path, headers);
  }
}
