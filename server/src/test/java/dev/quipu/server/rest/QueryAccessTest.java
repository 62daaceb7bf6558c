package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.FilterField;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.rest.AccessWorld.Asker;
import dev.quipu.server.rest.AccessWorld.Point;
import dev.quipu.server.rest.AccessWorld.Thing;
import dev.quipu.testkit.history.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Whoever asks, however narrowed and from whatever point of the clocks: questions find what the
/// written rule admits of what the owners' own lists show, and count nothing else.
///
/// `-Dquipu.access.seed=…` tells a history again.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryAccessTest {

  static final long SEED = Long.getLong("quipu.access.seed", new Random().nextLong());
  static final int QUESTIONS = 5;
  static final Map<FilterField, Set<String>> EVERYTHING =
      Map.of(
          FilterField.OBJECT_TYPES, Set.copyOf(AccessWorld.TYPES),
          FilterField.LIFECYCLES, Set.of("active", "stale", "archived", "retracted"));

  private final Random random = new Random(SEED);
  private final HandClock clock = new HandClock(Instant.parse("2026-06-01T09:00:00Z"));
  private TestServer server;
  AccessWorld world;

  Finding finding() {
    return Finding.BY_WORDS;
  }

  @BeforeAll
  void start(@TempDir Path folder) {
    server = TestServer.start(folder, clock, finding().embedder());
    world = new AccessWorld(server, clock, random);
    world.tell(360);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void questions_find_and_count_what_the_rule_admits() {
    long pairs = 0;
    for (var point : world.points()) {
      var things = world.things(point);
      for (var asker : world.askers()) {
        Long visible = null;
        for (int i = 0; i < QUESTIONS; i++) {
          var fields = i == 0 ? EVERYTHING : world.drawFilters(asker);
          boolean spoken = random.nextInt(3) == 0;
          Instant from = null;
          if (spoken || random.nextInt(4) == 0) {
            // the words, and the times of others, are not in the lists
            fields = narrowed(fields);
            from = spoken ? null : world.begin().plus(Duration.ofMinutes(random.nextInt(300)));
          }
          var about = "seed %s: %s at %s by %s from %s".formatted(SEED, asker, point, fields, from);
          var expected = world.expected(things, asker, fields, from);
          var shown = all(asker, point, fields, from, spoken ? "common" : "", "");
          assertThat(shown.found()).as(about).isEqualTo(expected.refs());
          assertThat(shown.vectors()).isEqualTo(spoken ? finding().use() : "not_asked");
          assertThat(shown.eligible()).as(about).isEqualTo(expected.refs().size());
          assertThat(afterAsOf(shown.removed())).as(about).isEqualTo(expected.removed());
          visible = visible == null ? Long.valueOf(shown.visible()) : visible;
          assertThat(shown.visible()).as(about).isEqualTo(visible);
          pairs += things.size();
        }
        askFurther(asker, point, things);
      }
    }
    assertThat(pairs).as("objects × callers").isGreaterThanOrEqualTo(100_000);
  }

  /// In ways that not every server finds things by.
  void askFurther(Asker asker, Point point, List<Thing> things) {}

  @Test
  void edges_batches_checks_and_context_show_nothing_that_is_denied() {
    var point = world.points().get(2);
    var things = world.things(point);
    var trace = ask(world.askers().getLast(), body(point, EVERYTHING, null, "", 1_000));
    for (var asker : world.askers()) {
      var denied =
          things.stream()
              .filter(thing -> !world.admits(asker, thing))
              .map(Thing::id)
              .collect(Collectors.toSet());
      denied.removeAll(
          things.stream()
              .filter(thing -> world.admits(asker, thing))
              .map(Thing::id)
              .collect(Collectors.toSet()));
      denied.removeIf(id -> !id.startsWith("evt_") && !id.startsWith("mem_"));
      var question =
          body(point, EVERYTHING, null, "common", 200)
              + ",'expand':{'hops':3},'token_budget':100000,'explain':true,'as_admin':"
              + asker.asAdmin()
              + finding().waiting();
      var alone = server.post(asker.token(), "/v1/query", "{" + question + "}");
      var batch = server.post(asker.token(), "/v1/query/batch", "{'queries':[{" + question + "}]}");
      var checked =
          server.post(
              asker.token(),
              "/v1/query/verify",
              JsonObject.of(
                      "proof_trace", trace.object("proof_trace").with("results", JsonArray.EMPTY))
                  .toString());
      for (var answer : List.of(alone, batch, checked)) {
        assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
        assertThat(idsIn(answer.bodyText())).as("%s", asker).doesNotContainAnyElementsOf(denied);
      }
      assertThat(batch.list("answers").getFirst().get("objects"))
          .isEqualTo(alone.body().get("objects"));
    }
  }

  @Test
  void writes_of_others_change_no_score_and_no_count() {
    var asker = world.askers().getFirst();
    long position = world.head();
    var then = "'as_of':'" + clock.instant() + "','after':";
    var now = new Point(clock.instant(), position, then + position);
    var before = ask(asker, body(now, EVERYTHING, null, "common word1", 50));
    var stranger = world.key("user:user_7", "'read','write'", "");
    var foreign = server.newTenant();
    long head = 0;
    for (int i = 0; i < 30; i++) {
      var said = "{'event_type':'user_message','payload':{'text':'common word1 word1'}}";
      server.post(foreign, "/v1/events", said);
      head = server.post(stranger, "/v1/events", said).number("position");
    }
    var later = new Point(now.asOf(), head, then + head);
    var after = ask(asker, body(later, EVERYTHING, null, "common word1", 50));
    for (var part : List.of("objects", "applied_filters", "search", "edges", "versions")) {
      assertThat(after.body().get(part)).as(part).isEqualTo(before.body().get(part));
    }
  }

  @Test
  void what_was_narrowed_expired_or_deleted_is_seen_at_no_point() {
    var owner = world.tokenOf("user:user_0");
    var team = "'visibility':'public','access':{'team_id':'team_z'}";
    say(owner, "zebra shared", team);
    say(owner, "zebra brief", team + ",'ttl_days':3");
    var gone = say(owner, "zebra gone", team);
    var tagged =
        server.post(
            owner, "/v1/snapshots", "{'tag':'z','visibility':'public','access':{'team_id':null}}");
    assertThat(tagged.status()).as(tagged.bodyText()).isEqualTo(201);
    long position = tagged.number("position");
    var then = clock.instant();
    var times =
        List.of(
            "'as_known_at':" + position,
            "'snapshot':'z'",
            "'as_of':'" + then + "','after':" + position,
            "'as_of':'" + then + "','as_known_at':" + position);
    var member = world.key("user:user_6", "'read'", "'team_ids':['team_z']");
    times.forEach(time -> assertThat(zebras(member, time)).as(time).hasSize(6));

    var without = world.key("user:user_6", "'read'", "");
    times.forEach(time -> assertThat(zebras(without, time)).as(time).isEmpty());

    clock.move(Duration.ofDays(4));
    times.forEach(
        time -> assertThat(zebras(member, time)).as(time).hasSize(4).doesNotContain("zebra brief"));
    // what is deleted was there, for those who ask what was known then, and never was for others
    var deleted = server.delete(owner, "/v1/objects/memory/" + gone);
    assertThat(deleted.status()).isEqualTo(200);
    var since = "'as_of':'" + then + "','after':" + deleted.number("position");
    assertThat(zebras(member, since)).hasSize(3).doesNotContain("zebra gone");
    assertThat(zebras(member, times.getFirst())).hasSize(4).contains("zebra gone");
  }

  // ── asking ──

  /// What all pages of a question showed.
  record Shown(
      Set<String> found, long eligible, long visible, Map<String, Long> removed, String vectors) {}

  Shown all(
      Asker asker,
      Point point,
      Map<FilterField, Set<String>> fields,
      @Nullable Instant from,
      String text,
      String ways) {
    var first = ask(asker, body(point, fields, from, text, 20) + ways);
    var found = new TreeSet<String>();
    var next = add(first, found);
    while (next != null) {
      var more = body(point, fields, from, text, 130) + ways;
      next =
          add(ask(asker, more + ",'response_mode':'objects_only','cursor':'" + next + "'"), found);
    }
    var removed = new LinkedHashMap<String, Long>();
    first
        .list("applied_filters")
        .forEach(each -> removed.put(each.text("name"), AccessWorld.number(each, "removed")));
    long eligible = AccessWorld.number(first.object("search"), "eligible");
    long visible = eligible + removed.values().stream().mapToLong(Long::longValue).sum();
    var vectors = first.object("search").text("vectors");
    return new Shown(found, eligible, visible, removed, vectors);
  }

  private static @Nullable String add(TestServer.Answer answer, Set<String> found) {
    for (var each : answer.list("objects")) {
      addOne(each, found);
      TestServer.objects(each.array("duplicates")).forEach(same -> addOne(same, found));
    }
    return answer.text("next_cursor");
  }

  private static void addOne(JsonObject each, Set<String> found) {
    var ref = each.text("object_type") + ":" + each.text("object_id");
    assertThat(found.add(ref + "@" + AccessWorld.number(each, "version"))).as(ref).isTrue();
  }

  private static String body(
      Point point,
      Map<FilterField, Set<String>> fields,
      @Nullable Instant from,
      String text,
      int topK) {
    var said = new ArrayList<>(AccessWorld.words(fields));
    said.add(point.words());
    said.add("'top_k':" + topK);
    said.add("'query_text':'" + text + "'");
    if (from != null) {
      said.add("'time_window':{'from':'" + from + "'}");
    }
    return String.join(",", said);
  }

  private TestServer.Answer ask(Asker asker, String body) {
    var admin = asker.asAdmin() ? ",'as_admin':true" : "";
    var answer =
        server.post(asker.token(), "/v1/query", "{" + body + admin + finding().waiting() + "}");
    assertThat(answer.status()).as(body + answer.bodyText()).isEqualTo(200);
    return answer;
  }

  private String say(String token, String text, String more) {
    var said =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'user_message','payload':{'text':'" + text + "'}," + more + "}");
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
    return said.list("objects").stream()
        .filter(each -> "memory".equals(each.text("object_type")))
        .findFirst()
        .orElseThrow()
        .text("object_id");
  }

  private List<String> zebras(String token, String time) {
    var answer =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'zebra','object_types':['event','memory'],'top_k':1000,"
                + time
                + finding().waiting()
                + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer.list("objects").stream()
        .filter(each -> each.toString().contains("zebra")) // others are found by what they mean
        .map(each -> String.valueOf(each.text("text")))
        .toList();
  }

  private static Map<FilterField, Set<String>> narrowed(Map<FilterField, Set<String>> fields) {
    var narrowed = new LinkedHashMap<>(fields);
    narrowed.put(FilterField.OBJECT_TYPES, Set.of("event", "memory"));
    return narrowed;
  }

  private static Map<String, Long> afterAsOf(Map<String, Long> removed) {
    var rest = new LinkedHashMap<>(removed);
    rest.remove("allowed_agents");
    rest.remove("as_of");
    return rest;
  }

  private static Set<String> idsIn(String text) {
    return Pattern.compile("[a-z]{3}_[A-Za-z0-9_]+")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }
}
