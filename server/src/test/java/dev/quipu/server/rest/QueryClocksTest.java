package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.testkit.history.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What is asked of an earlier moment is answered as it was then: same objects, same versions, same
/// scores, whatever has been written since.
///
/// `-Dquipu.clocks.seed=…` tells a history again.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryClocksTest {

  private static final long SEED = Long.getLong("quipu.clocks.seed", new Random().nextLong());
  private static final List<String> TEXTS = List.of("", "tea", "tea kettle rain", "mem_3 coffee");
  private static final String READ = "/read";
  private static final String EVERYTHING =
      "'object_types':['event','memory','state','artifact','agent','session','user'],"
          + "'lifecycles':['active','stale','archived','retracted'],'top_k':1000";

  private final Random random = new Random(SEED);
  private final HandClock clock = new HandClock(Instant.parse("2026-06-01T09:00:00Z"));
  private final List<String> ids = new ArrayList<>();
  private TestServer server;
  private String alice;
  private String bob;

  Finding finding() {
    return Finding.BY_WORDS;
  }

  @BeforeAll
  void start(@TempDir Path folder) {
    server = TestServer.start(folder, clock, finding().embedder());
    var token = server.newTenant();
    alice = server.newKey(token, "user_alice", "read", "write");
    bob = server.newKey(token, "user_bob", "read", "write");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void an_earlier_moment_looks_as_it_did_when_it_was_now() {
    record Moment(Instant asOf, long position, String tag, String caller) {}
    var then = new LinkedHashMap<Moment, Map<String, List<String>>>();
    for (int round = 0; round < 12; round++) {
      for (int i = 0; i < 12; i++) {
        act();
      }
      var tag = "tag_" + round;
      var open = "'visibility':'public','access':{'team_id':null}";
      server.post(alice, "/v1/snapshots", "{'tag':'" + tag + "'," + open + "}");
      var caller = round % 3 == 0 ? bob : alice;
      long position = server.get(alice, "/v1/log/head").number("position");
      clock.move(Duration.ofMinutes(1));
      var answers = new LinkedHashMap<String, List<String>>();
      for (var text : TEXTS) {
        answers.put(text, shown(caller, text, "'after':" + position));
      }
      answers.put(READ, read(caller, "?after=" + position));
      then.put(new Moment(clock.instant(), position, tag, caller), answers);
      clock.move(Duration.ofHours(1));
    }
    assertThat(then.values()).allSatisfy(each -> assertThat(each.get("tea")).isNotEmpty());
    then.forEach(
        (moment, answers) -> {
          assertThat(
                  read(
                      moment.caller(),
                      "?as_of=" + moment.asOf() + "&as_known_at=" + moment.position()))
              .as("seed %s: read at %s", SEED, moment.position())
              .isEqualTo(answers.get(READ));
          var asOf = "'as_of':'" + moment.asOf() + "',";
          for (var text : TEXTS) {
            for (var time :
                List.of(
                    asOf + "'as_known_at':" + moment.position(),
                    asOf + "'as_known_at':'" + moment.position() + "'",
                    asOf + "'snapshot':'" + moment.tag() + "'")) {
              assertThat(shown(moment.caller(), text, time))
                  .as("seed %s: %s at %s", SEED, text, time)
                  .isEqualTo(answers.get(text));
            }
          }
        });
  }

  private void act() {
    clock.move(Duration.ofMinutes(1));
    var key = random.nextInt(4) == 0 ? bob : alice;
    var path = "/v1/objects/memory/" + (ids.isEmpty() ? "none" : oneOf(ids));
    switch (random.nextInt(10)) {
      case 0 -> server.patch(key, path, "{'content':'" + words() + "'}");
      case 1 ->
          server.patch(
              key,
              path + "?effective_at=" + clock.instant().minus(Duration.ofMinutes(30)),
              "{'content':'" + words() + "'}");
      case 2 ->
          server.patch(
              key,
              path + "?effective_at=" + clock.instant().plus(Duration.ofMinutes(90)),
              "{'content':'" + words() + "'}");
      case 3 -> server.delete(key, path);
      case 4 -> server.send("POST", key, path + "/undo", null);
      case 5 ->
          server.post(
              key,
              "/v1/objects/edge",
              "{'edge_type':'supersedes','src_type':'memory','src_object_id':'%s',"
                      .formatted(ids.isEmpty() ? "none" : oneOf(ids))
                  + "'dst_type':'memory','dst_object_id':'%s'}"
                      .formatted(ids.isEmpty() ? "none" : oneOf(ids)));
      case 6 -> {
        var id = "mem_" + ids.size();
        server.post(
            key, "/v1/objects/memory", "{'memory_id':'" + id + "','content':'" + words() + "'}");
        ids.add(id);
      }
      default -> {
        var said =
            server.post(
                key,
                "/v1/events",
                "{'event_type':'%s','session_id':'ses_1','payload':{'text':'%s'%s}%s}"
                    .formatted(
                        oneOf(List.of("user_message", "assistant_message", "n")),
                        words(),
                        random.nextInt(5) == 0 ? ",'state':{'key':'k','value':'tea'}" : "",
                        random.nextInt(3) == 0
                            ? ",'visibility':'public','access':{'team_id':null}"
                            : ""));
        assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
        said.list("objects").stream()
            .filter(each -> "memory".equals(each.text("object_type")))
            .forEach(each -> ids.add(each.text("object_id")));
      }
    }
  }

  /// Objects, versions and scores, in order.
  private List<String> shown(String key, String text, String time) {
    var answer =
        server.post(
            key,
            "/v1/query",
            "{" + EVERYTHING + ",'query_text':'" + text + "'," + time + finding().waiting() + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    assertThat(answer.object("search").text("vectors"))
        .isEqualTo(text.isEmpty() ? "not_asked" : finding().use());
    var shown = new ArrayList<String>();
    answer.list("objects").forEach(each -> shown.add(line(each)));
    answer.list("versions").forEach(each -> shown.add(clocks(each)));
    shown.add(answer.object("search").toString());
    shown.add(answer.body().get("applied_filters").toString());
    return shown;
  }

  /// What lists and histories say of the clocks: what ended later had no end then.
  private List<String> read(String key, String time) {
    var read = new ArrayList<String>();
    var page = server.get(key, "/v1/objects/memory" + time + "&limit=200");
    assertThat(page.status()).as(page.bodyText()).isEqualTo(200);
    page.list("objects").forEach(each -> read.add(clocks(each)));
    for (var id : ids) {
      var one = "/v1/objects/memory/" + id;
      var answer = server.get(key, one + time);
      if (answer.status() == 200) {
        read.add(clocks(answer.body()));
      }
      var versions = server.get(key, one + "/versions" + time + "&limit=200");
      if (versions.status() == 200) {
        versions.list("versions").forEach(each -> read.add(clocks(each)));
      }
    }
    return read;
  }

  private static String clocks(JsonObject each) {
    return each.text("object_id")
        + "@"
        + each.get("version")
        + " true from "
        + each.get("valid_from")
        + " to "
        + each.get("valid_to")
        + ", known from "
        + each.get("known_from")
        + " to "
        + each.get("known_to");
  }

  private static String line(JsonObject each) {
    return each.text("object_type")
        + ":"
        + each.text("object_id")
        + "@"
        + each.get("version")
        + " "
        + each.get("score")
        + " "
        + each.text("text");
  }

  private String words() {
    return oneOf(List.of("tea", "coffee", "kettle", "rain"))
        + " "
        + oneOf(List.of("tea", "cup", "storm"));
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
