package dev.quipu.bench.crash;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Mount;
import dev.quipu.bench.process.Scratch;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The disk is full: writes are told to come back, reads go on, and with new room so do writes.
public record DiskFull(long seed) implements Scenario {

  private static final int WRITERS = 16;
  private static final int MEGABYTES = 3;

  @Override
  public String name() {
    return "lost, doubled or unanswered on a full disk";
  }

  @Override
  public String obstacle() {
    return Mount.obstacle();
  }

  @Override
  public Result play() throws IOException, InterruptedException {
    try (var scratch = Scratch.open();
        var disk = Mount.small(scratch.resolve("disk"), MEGABYTES)) {
      var folder = scratch.resolve("disk").resolve("data");
      var findings = new ArrayList<String>();
      House house;
      try (var server = ServerProcess.start(folder)) {
        house = House.found(folder, server, WRITERS, seed);
        try (var client = house.client(server)) {
          fill(house, client);
          findings.addAll(whileFull(client));
          disk.grow(64);
          findings.addAll(house.settle(client));
          findings.addAll(afterwards(client));
          findings.addAll(LogBook.read(client).judge(house.ledger()));
        }
        server.kill();
      }
      var copy = scratch.resolve("copy");
      DeepCheck.copy(folder, copy);
      findings.addAll(DeepCheck.findings(copy, House.TENANT, house.ledger().acknowledged()));
      return new Result(
          house.ledger().acknowledged().size()
              + " acknowledged, "
              + house.ledger().refused()
              + " refused",
          findings);
    }
  }

  private static void fill(House house, Client client) throws InterruptedException {
    var crowd = house.crowd(client, 0);
    house.ledger().awaitRefused(50, Duration.ofSeconds(30));
    crowd.dismiss();
  }

  private static List<String> whileFull(Client client) throws IOException, InterruptedException {
    var findings = new ArrayList<String>();
    // Larger than any gap that may be left.
    var large =
        JsonObject.of(
            "event_type", Json.of("large"),
            "payload", JsonObject.of("data", Json.of("x".repeat(3 << 20))));
    var refused = client.send(Call.post(Attempts.EVENTS, large, null));
    if (refused.status() != 503) {
      findings.add("a write on a full disk was answered by " + refused.status());
    } else if (refused.raw().headers().firstValue("Retry-After").isEmpty()) {
      findings.add("a write on a full disk was refused without Retry-After");
    }
    var read = client.get(Attempts.EVENTS + "?limit=10");
    if (read.status() != 200) {
      findings.add("a read on a full disk was answered by " + read.status());
    }
    return findings;
  }

  private static List<String> afterwards(Client client) throws IOException, InterruptedException {
    var small = JsonObject.of("event_type", Json.of("small"), "payload", JsonObject.EMPTY);
    var answer = client.send(Call.post(Attempts.EVENTS, small, null));
    return answer.isGood()
        ? List.of()
        : List.of("with new room, a write was answered by " + answer.status());
  }
}
