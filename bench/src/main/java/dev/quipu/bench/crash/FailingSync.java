package dev.quipu.bench.crash;

import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.process.Strace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The disk reports an error on a sync now and then: nobody in the group is acknowledged, and the
/// server goes on.
public record FailingSync(long seed) implements Scenario {

  private static final int WRITERS = 16;

  @Override
  public String name() {
    return "lost or doubled after failed syncs";
  }

  @Override
  public String obstacle() {
    return Strace.works() ? "" : "strace cannot be had";
  }

  @Override
  public Result play() throws IOException, InterruptedException {
    try (var scratch = Scratch.open()) {
      var folder = scratch.resolve("data");
      var findings = new ArrayList<String>();
      // strace counts for each thread; only the writer ever comes as far as the fortieth.
      var options =
          List.of(
              "-o", "/dev/null",
              "-e", "trace=fdatasync,fsync",
              "-e", "inject=fdatasync,fsync:error=EIO:when=40+25");
      House house;
      try (var server = ServerProcess.start(folder, command -> Strace.with(options, command))) {
        house = House.found(folder, server, WRITERS, seed);
        try (var client = house.client(server)) {
          var crowd = house.crowd(client, 0);
          house.ledger().awaitRefused(20, Duration.ofSeconds(10));
          crowd.dismiss();
        }
        server.kill();
      }
      long refused = house.ledger().refused();
      if (refused == 0) {
        findings.add("no write was refused: the error was never felt");
      }
      var copy = scratch.resolve("copy");
      DeepCheck.copy(folder, copy);
      findings.addAll(DeepCheck.findings(copy, House.TENANT, house.ledger().acknowledged()));
      try (var server = ServerProcess.start(folder);
          var client = house.client(server)) {
        findings.addAll(house.settle(client));
        findings.addAll(LogBook.read(client).judge(house.ledger()));
      }
      return new Result(
          refused + " refused, " + house.ledger().acknowledged().size() + " acknowledged",
          findings);
    }
  }
}
