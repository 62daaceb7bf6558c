package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.testkit.payload.PayloadDraw;
import dev.quipu.testkit.payload.SentPayload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;

/// Random payloads of two owners, told to one tenant one after the other, and to another in another
/// order, with members in another order, in batches and by several threads at once: whoever reads
/// sees the same in both.
///
/// `-Dquipu.order.seed=…` tells a tale again.
class PayloadOrderTest extends DoorTest {

  private static final int PAYLOADS = 120;
  private static final int WRITERS = 4;
  private static final int MAX_BATCH = 15;
  private static final Pattern OBSERVATION = Pattern.compile("obs_[0-9A-Z]{26}_[0-9]+");

  private final long seed = Long.getLong("quipu.order.seed", new Random().nextLong());
  private final Random random = new Random(seed);

  @RepeatedTest(2)
  void order_keys_batches_and_threads_make_no_difference() throws Exception {
    var told = PayloadDraw.payloads(PAYLOADS, random);
    var others = new ArrayList<>(told.stream().map(each -> each.shuffled(random)).toList());
    Collections.shuffle(others, random);
    var one = new Audience();
    var other = new Audience();

    told.forEach(one::tell);
    other.tellAtOnce(others, random);

    var then = PayloadDraw.BEGINNING.plus(Duration.ofSeconds(PAYLOADS / 3));
    for (var reader : one.keys.keySet()) {
      var seen = one.understood(reader);
      assertThat(seen).as("what %s sees", reader).isNotEmpty();
      areAlike(seen, other.understood(reader), reader + " now");
      var time = then.toString();
      areAlike(one.understoodAt(reader, time), other.understoodAt(reader, time), reader + " then");
    }
  }

  /// Tells only what differs: of the rest there is too much.
  private void areAlike(List<String> some, List<String> others, String who) {
    assertThat(without(some, others))
        .as("what is shown only to %s, seed %d", who, seed)
        .isEqualTo(without(others, some));
  }

  private static List<String> without(List<String> some, List<String> others) {
    var left = new TreeSet<>(some);
    others.forEach(left::remove);
    return List.copyOf(left);
  }

  /// A tenant of its own, with those who tell and read.
  private static final class Audience {

    private final Map<String, String> keys = new HashMap<>();

    Audience() {
      var token = server.newTenant();
      for (var caller : PayloadDraw.CALLERS) {
        var name = caller.principal().id();
        keys.put(name, server.newKey(token, name, "read", "write"));
      }
    }

    private static JsonObject envelope(SentPayload payload) {
      var envelope = payload.envelope().toJson();
      return payload.open()
          ? envelope
              .with("visibility", Json.of("public"))
              .with("access", JsonObject.of("team_id", JsonNull.NULL))
          : envelope.with("visibility", Json.of("private"));
    }

    private String key(SentPayload payload) {
      return keys.get(payload.owner().principal().id());
    }

    void tell(SentPayload payload) {
      var envelope = envelope(payload).toString();
      var made = server.send("POST", key(payload), "/v1/payloads", envelope);
      assertThat(made.status()).as(made.bodyText()).isBetween(200, 201);
    }

    /// By several writers, each with a share of its own.
    void tellAtOnce(List<SentPayload> payloads, Random random) throws Exception {
      var shares = new ArrayList<Callable<Void>>();
      for (int i = 0; i < WRITERS; i++) {
        long seed = random.nextLong();
        var share = new ArrayList<SentPayload>();
        for (int j = i; j < payloads.size(); j += WRITERS) {
          share.add(payloads.get(j));
        }
        shares.add(
            () -> {
              tellInBatches(share, new Random(seed));
              return null;
            });
      }
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var done : threads.invokeAll(shares)) {
          done.get();
        }
      }
    }

    private void tellInBatches(List<SentPayload> payloads, Random random) {
      for (int from = 0; from < payloads.size(); ) {
        int to = Math.min(payloads.size(), from + 1 + random.nextInt(MAX_BATCH));
        var byKey = new HashMap<String, List<String>>();
        for (var payload : payloads.subList(from, to)) {
          byKey
              .computeIfAbsent(key(payload), _ -> new ArrayList<>())
              .add(envelope(payload).toString());
        }
        byKey.forEach(Audience::tellTogether);
        from = to;
      }
    }

    private static void tellTogether(String key, List<String> envelopes) {
      var body = "{\"payloads\":[" + String.join(",", envelopes) + "]}";
      var made = server.send("POST", key, "/v1/payloads", body);
      assertThat(made.list("payloads"))
          .hasSameSizeAs(envelopes)
          .allSatisfy(each -> assertThat(each.text("status")).isNotEqualTo("rejected"));
    }

    /// All that a reader is shown, line by line, but for what chance and the log have named.
    List<String> understood(String reader) {
      var lines = new TreeSet<String>();
      var names = new HashMap<String, String>();
      var entities = new ArrayList<JsonObject>();
      pages(reader, "/v1/entities?", "entities", entities::add);
      for (var entity : entities) {
        var id = entity.text("entity_id");
        pages(
            reader,
            "/v1/entities/" + id + "/observations?",
            "observations",
            each -> {
              var observation = each.text("observation_id");
              names.put(
                  observation,
                  each.text("source_payload_id")
                      + observation.substring(observation.lastIndexOf('_')));
              lines.add(id + " observed " + without(each, "created_at", "position"));
            });
        pages(
            reader,
            "/v1/relationships?direction=out&entity_id=" + id + "&",
            "relationships",
            each ->
                lines.add(
                    without(each, "relationship_id", "created_at", "provenance_ref").toString()));
        lines.add(
            Canonical.text(
                without(entity, "version", "access", "access_reason", "as_of", "position")));
      }
      pages(
          reader,
          "/v1/timeline?from=2024-01-01T00:00:00Z&to=2028-01-01T00:00:00Z&",
          "events",
          each -> lines.add(Canonical.text(each)));
      pages(
          reader,
          "/v1/payloads?",
          "payloads",
          each -> lines.add("payload " + each.text("payload_id")));
      return lines.stream().map(line -> named(line, names)).sorted().toList();
    }

    /// What it saw of entities at an instant.
    List<String> understoodAt(String reader, String time) {
      var lines = new TreeSet<String>();
      pages(
          reader,
          "/v1/entities?as_of=" + time + "&",
          "entities",
          each ->
              lines.add(
                  each.text("entity_id")
                      + each.array("names")
                      + Canonical.text(each.object("snapshot"))));
      return List.copyOf(lines);
    }

    /// An observation is called by its payload and its number in it.
    private static String named(String line, Map<String, String> names) {
      return OBSERVATION
          .matcher(line)
          .replaceAll(found -> names.getOrDefault(found.group(), found.group()));
    }

    private static JsonObject without(JsonObject object, String... names) {
      var left = object;
      for (var name : names) {
        left = left.without(name);
      }
      return left;
    }

    private void pages(String reader, String path, String list, Consumer<JsonObject> each) {
      var cursor = "";
      do {
        var page = server.get(keys.get(reader), path + "limit=200" + cursor);
        assertThat(page.status()).as(page.bodyText()).isEqualTo(200);
        TestServer.objects(page.body().array(list)).forEach(each);
        var next = page.text("next_cursor");
        cursor = next == null ? "" : "&cursor=" + next;
      } while (!cursor.isEmpty());
    }
  }
}
