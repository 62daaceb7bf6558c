package dev.quipu.bench.servers;

import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench servers`.
@Command(
    name = "servers",
    mixinStandardHelpOptions = true,
    description =
        "Kills one of several servers on one PostgreSQL every few seconds: nothing acknowledged may"
            + " be lost or doubled, and every follower sees each entry once and in order.")
public final class ServersBench implements Callable<Integer> {

  @Option(
      names = "--minutes",
      defaultValue = "2",
      description = "How long the servers are under load (${DEFAULT-VALUE}).")
  double minutes;

  @Option(
      names = "--servers",
      defaultValue = "3",
      description = "Processes on the database (${DEFAULT-VALUE}).")
  int servers;

  @Option(names = "--tenants", defaultValue = "6", description = "Logs (${DEFAULT-VALUE}).")
  int tenants;

  @Option(
      names = "--writers",
      defaultValue = "24",
      description = "Concurrent writers over HTTP, to all tenants together (${DEFAULT-VALUE}).")
  int writers;

  @Option(names = "--seed", description = "To repeat a campaign; random unless said.")
  @Nullable Long seed;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    long chosen = seed == null ? new Random().nextInt(1_000_000) : seed;
    var length = Duration.ofMillis((long) (minutes * 60_000));
    var campaign =
        new Campaign(servers, tenants, Math.max(1, writers / tenants), 1, length, chosen);
    var progress = Progress.onTerminal();
    progress.say("starting PostgreSQL");
    try (var postgres = PostgresServer.open(PostgresServer.Disk.WAITED_FOR)) {
      var result = campaign.run(postgres.newSchema(), progress);
      progress.end();
      result.findings().forEach(System.out::println);
      return report(result, chosen).conclude(System.out, json);
    }
  }

  private static Report report(Campaign.Result result, long seed) {
    var report = new Report("bench servers");
    report.add(
        new Figure(
            "lost, doubled, out of order or unsound",
            result.findings().size(),
            atMost(0),
            result.kills()
                + " kills, "
                + result.acknowledged()
                + " of "
                + result.events()
                + " entries acknowledged, "
                + result.followed()
                + " followed, seed "
                + seed));
    report.add(
        new Figure(
            "acknowledged events per second",
            result.acknowledged() / result.seconds(),
            none(),
            "while servers died"));
    report.add(
        new Figure(
            "ms until a stream brought an entry, median",
            result.delay(0.5),
            none(),
            "from its visible_time, all servers"));
    report.add(new Figure("the same, 99 %", result.delay(0.99), none(), ""));
    return report;
  }
}
