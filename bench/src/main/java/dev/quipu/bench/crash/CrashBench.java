package dev.quipu.bench.crash;

import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench crash`.
@Command(
    name = "crash",
    mixinStandardHelpOptions = true,
    description = "Kills, cuts and starves servers: nothing acknowledged may be lost or doubled.")
public final class CrashBench implements Callable<Integer> {

  @Option(
      names = "--kills",
      defaultValue = "1000",
      description = "SIGKILLs of a server under load (${DEFAULT-VALUE}).")
  int kills;

  @Option(
      names = "--cuts",
      defaultValue = "1000",
      description = "Power cuts: the write-ahead log torn at random bytes (${DEFAULT-VALUE}).")
  int cuts;

  @Option(
      names = "--writers",
      defaultValue = "16",
      description = "Concurrent writers over HTTP (${DEFAULT-VALUE}).")
  int writers;

  @Option(
      names = "--faults",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Also plays the faults of disks: ${DEFAULT-VALUE}.")
  boolean faults;

  @Option(names = "--seed", description = "To repeat a campaign; random unless said.")
  @Nullable Long seed;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench crash");
  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException {
    long chosen = seed == null ? new Random().nextInt(1_000_000) : seed;
    if (kills > 0) {
      var result = new Campaign(kills, writers, 1_500, 25, chosen).run(progress);
      add(
          "lost, doubled or half there after SIGKILL",
          result.findings(),
          result.kills()
              + " kills, "
              + result.acknowledged()
              + " of "
              + result.events()
              + " events acknowledged, seed "
              + chosen);
    }
    if (cuts > 0) {
      progress.say("power cuts");
      var result = new WalCut(cuts, WalCut.Where.BEHIND, chosen).run();
      add("lost or half there after a power cut", result.findings(), result.cuts() + " cuts");
    }
    if (faults) {
      for (var scenario : Scenario.all(chosen)) {
        play(scenario);
      }
    }
    progress.end();
    return report.conclude(System.out, json);
  }

  private void add(String name, List<String> findings, String note) {
    progress.end();
    findings.forEach(System.out::println);
    report.add(new Figure(name, findings.size(), atMost(0), note));
  }

  private void play(Scenario scenario) throws IOException, InterruptedException {
    progress.say(scenario.name());
    if (scenario.obstacle().isEmpty()) {
      var result = scenario.play();
      add(scenario.name(), result.findings(), result.note());
    } else {
      report.add(new Figure(scenario.name(), 0, none(), "SKIPPED: " + scenario.obstacle()));
    }
  }
}
