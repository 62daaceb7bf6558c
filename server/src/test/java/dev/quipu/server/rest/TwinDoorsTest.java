package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.blob.FileBlobStore;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.rest.TwinDraw.Operation;
import dev.quipu.server.wiring.Adapters;
import dev.quipu.testkit.history.HandClock;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.testkit.memory.InMemoryStorage;
import dev.quipu.wire.JsonReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random requests by five callers of three tenants, sent to two servers that share clock and
/// chance: one on a real storage, the other on the oracle. Whatever is asked through whatever
/// route, both answer alike.
///
/// `-Dquipu.twins=10000` sends that many; `-Dquipu.twins.seed=…` tells a history again.
class TwinDoorsTest {

  private static final int REQUESTS = Integer.getInteger("quipu.twins", 1_200);
  private static final long SEED = Long.getLong("quipu.twins.seed", new Random().nextLong());

  /// What differs by nature: names of histories and what only their own keys can make.
  private static final Set<String> OWN =
      Set.of("log_id", "next_cursor", "signature", "public_key", "key", "token");

  /// Not about what a tenant holds.
  private static final Set<String> APART =
      Set.of(
          "/v1/events/stream",
          "/v1/query/live",
          "/v1/keys",
          "/v1/log/verify",
          "/v1/log/key",
          "/v1/health",
          "/v1/metrics");

  private final HandClock clock = new HandClock(Instant.parse("2026-06-01T09:00:00Z"));
  private final Random random = new Random(SEED);
  private final TwinDraw draw = new TwinDraw(random);
  private final Set<String> answered = new TreeSet<>();

  @Test
  void two_servers_that_are_told_the_same_answer_the_same(@TempDir Path folder) {
    var adapters = new Adapters(clock, new SecureRandom());
    var storage = adapters.open(TestServer.storage(folder.resolve("data")));
    try (var real =
            TwinDoor.open(
                storage,
                FileBlobStore.open(folder.resolve("blobs")),
                adapters.openIndex(folder.resolve("data"), storage.logId()),
                clock,
                SEED);
        var oracle =
            TwinDoor.open(
                InMemoryStorage.open(Disk.blank("log_oracle")),
                InMemoryBlobStore.open(),
                ScanIndex.open(),
                clock,
                SEED)) {
      var callers = callers(real, oracle);
      var operations = operations(real);
      for (var caller : callers) {
        operations.stream()
            .filter(operation -> operation.path().matches("/v1/(objects/[a-z_]+|events|snapshots)"))
            .filter(operation -> operation.method().equals("POST"))
            .forEach(
                operation ->
                    compare(
                        -1,
                        operation,
                        draw.request(operation, caller, clock.instant()),
                        real,
                        oracle));
      }
      for (int i = 0; i < REQUESTS; i++) {
        var operation = next(operations);
        var caller = draw.oneOf(callers);
        draw.endsAt(
            real.send(new TwinRequest("GET", caller, "/v1/log/head", null)).number("position"));
        var request = draw.request(operation, caller, clock.instant());
        compare(i, operation, request, real, oracle);
        clock.move(Duration.ofSeconds(random.nextInt(30)));
      }
      if (REQUESTS >= 5_000) {
        var asked = operations.stream().filter(Operation::reads).map(Operation::toString).toList();
        var missing = new TreeSet<>(asked);
        missing.removeAll(answered);
        assertThat(missing).as("reads that were never answered, seed %s", SEED).isEmpty();
      }
    }
  }

  /// Mostly events, then every route as often as another.
  private Operation next(List<Operation> operations) {
    if (draw.chance(30)) {
      return operations.stream()
          .filter(operation -> operation.toString().equals("POST /v1/events"))
          .findFirst()
          .orElseThrow();
    }
    return draw.oneOf(operations);
  }

  private void compare(
      int number, Operation operation, TwinRequest request, TwinDoor real, TwinDoor oracle) {
    var here = real.send(request);
    var there = oracle.send(request);
    var about = "seed %s, request %d: %s".formatted(SEED, number, request);
    assertThat(here.status()).as(about + here.bodyText()).isEqualTo(there.status());
    assertThat(here.status()).as(about).isLessThan(500);
    assertThat(shown(here)).as(about).isEqualTo(shown(there));
    if (here.status() < 300) {
      answered.add(operation.toString());
    }
    if (isJson(here)) {
      draw.learn(request.path(), here.body());
      goOn(number, operation, request, here, there, real, oracle);
    }
  }

  /// The next page, each by its own cursor.
  private void goOn(
      int number,
      Operation operation,
      TwinRequest request,
      TestServer.Answer here,
      TestServer.Answer there,
      TwinDoor real,
      TwinDoor oracle) {
    var cursor = here.body().text("next_cursor");
    if (cursor == null || !request.method().equals("GET")) {
      return;
    }
    var mark = request.path().contains("?") ? "&" : "?";
    var next = real.send(request.to(request.path() + mark + "cursor=" + cursor));
    var other = there.body().text("next_cursor");
    var twin = oracle.send(request.to(request.path() + mark + "cursor=" + other));
    var about = "seed %s, after request %d: %s".formatted(SEED, number, operation);
    assertThat(next.status()).as(about).isEqualTo(twin.status());
    assertThat(shown(next)).as(about).isEqualTo(shown(twin));
  }

  private static boolean isJson(TestServer.Answer answer) {
    var type = answer.header("Content-Type");
    return type != null && type.contains("json") && answer.response().body().length > 0;
  }

  private static String shown(TestServer.Answer answer) {
    return isJson(answer)
        ? levelled(new JsonReader().read(answer.response().body())).toString()
        : new String(answer.response().body(), StandardCharsets.ISO_8859_1);
  }

  private static Json levelled(Json json) {
    return switch (json) {
      case JsonObject object -> {
        var members = new LinkedHashMap<String, Json>();
        object
            .members()
            .forEach(
                (name, value) ->
                    members.put(
                        name,
                        OWN.contains(name) && value != JsonNull.NULL
                            ? Json.of("its own")
                            : levelled(value)));
        yield new JsonObject(members);
      }
      case JsonArray(var items) ->
          new JsonArray(items.stream().map(TwinDoorsTest::levelled).toList());
      default -> json;
    };
  }

  /// Every operation of the description that is about what a tenant holds.
  private List<Operation> operations(TwinDoor door) {
    var document = door.send(new TwinRequest("GET", "", "/openapi.json", null)).body();
    var operations = new ArrayList<Operation>();
    document
        .object("paths")
        .members()
        .forEach(
            (path, methods) -> {
              if (path.startsWith("/v1/")
                  && !path.startsWith("/v1/admin")
                  && APART.stream().noneMatch(path::startsWith)) {
                ((JsonObject) methods)
                    .members()
                    .forEach(
                        (method, operation) -> {
                          var names =
                              TestServer.objects(((JsonObject) operation).array("parameters"))
                                  .stream()
                                  .map(parameter -> parameter.text("name"))
                                  .toList();
                          var known = new Operation(method.toUpperCase(Locale.ROOT), path, names);
                          if (draw.knows(known)) {
                            operations.add(known);
                          } else {
                            assertThat(known.method())
                                .as("draw a body for " + known)
                                .isEqualTo("PUT");
                          }
                        });
              }
            });
    return operations;
  }

  /// Tokens of five callers; both doors have made the same.
  private static List<String> callers(TwinDoor real, TwinDoor oracle) {
    var callers = new ArrayList<String>();
    for (var tenant : List.of("t_one", "t_two", "t_three")) {
      var body = "{\"name\":\"%s\",\"tenant_id\":\"%s\"}".formatted(tenant, tenant);
      var path = "/v1/admin/tenants";
      callers.add(token(new TwinRequest("POST", TestServer.ADMIN, path, body), real, oracle));
    }
    for (var principal :
        List.of("\"kind\":\"user\",\"id\":\"alice\"", "\"kind\":\"agent\",\"id\":\"agt1\"")) {
      var body =
          "{\"name\":\"k\",\"principal\":{%s},\"grants\":[\"read\",\"write\"]}"
              .formatted(principal);
      callers.add(
          token(new TwinRequest("POST", callers.getFirst(), "/v1/keys", body), real, oracle));
    }
    return callers;
  }

  private static String token(TwinRequest request, TwinDoor real, TwinDoor oracle) {
    var token = real.send(request).text("token");
    assertThat(oracle.send(request).text("token")).isNotNull().isEqualTo(token);
    return token;
  }
}
