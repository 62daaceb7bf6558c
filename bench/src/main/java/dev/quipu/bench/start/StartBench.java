package dev.quipu.bench.start;

import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Bound;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench start`.
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description = "The first answer of a built tree, against an empty Helidon server.")
public final class StartBench implements Callable<Integer> {

  private static final String HEALTH = "/v1/health";

  @Option(
      names = "--rounds",
      defaultValue = "9",
      description = "Starts of each (${DEFAULT-VALUE}).")
  int rounds;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench start");
  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var scratch = Scratch.open()) {
      var cache = train(scratch.resolve("empty.aot"));
      var empty = new ArrayList<Double>();
      var fresh = new ArrayList<Double>();
      var again = new ArrayList<Double>();
      var data = scratch.resolve("data");
      for (int round = 0; round <= rounds; round++) {
        progress.say("starts", round, rounds);
        double nothing = startEmpty(cache);
        double first = startQuipu(scratch.resolve("data-" + round));
        double second = startQuipu(data);
        if (round > 0) { // the first one may still build, train and make the folder
          empty.add(nothing);
          fresh.add(first / nothing);
          again.add(second / nothing);
        }
      }
      progress.end();
      add("first answer / empty server, known folder", again, empty, atMost(2));
      add("first answer / empty server, new folder", fresh, empty, none());
    }
    return report.conclude(System.out, json);
  }

  private void add(String name, List<Double> ratios, List<Double> empty, Bound bound) {
    report.add(
        new Figure(
            name,
            Median.of(ratios),
            bound,
            String.format(
                Locale.ROOT,
                "median of %d pairs; the empty one took %.0f ms",
                ratios.size(),
                Median.of(empty))));
  }

  /// As a user starts it: by the launcher, shell included.
  private static double startQuipu(Path data) throws IOException, InterruptedException {
    var home = System.getProperty("quipu.home");
    if (home == null) {
      throw new IllegalStateException("run this by ./quipu bench start");
    }
    int port = FirstAnswer.freePort();
    var command =
        quietly(
            List.of(
                Path.of(home, "quipu").toString(),
                "serve",
                "--port",
                Integer.toString(port),
                "--data",
                data.toString()));
    return FirstAnswer.of(command, port, HEALTH);
  }

  private static double startEmpty(Path cache) throws IOException, InterruptedException {
    int port = FirstAnswer.freePort();
    var command = quietly(java("-XX:AOTCache=" + cache, Integer.toString(port)));
    return FirstAnswer.of(command, port, EmptyServer.PATH);
  }

  /// Makes the cache of the empty server the way the launcher makes ours.
  private static Path train(Path cache) throws IOException, InterruptedException {
    int port = FirstAnswer.freePort();
    var process =
        quietly(java("-XX:AOTCacheOutput=" + cache, Integer.toString(port), "train")).start();
    if (process.waitFor() != 0 || !Files.exists(cache)) {
      throw new IllegalStateException("the empty server has no AOT cache");
    }
    return cache;
  }

  /// With the launcher's options, and nothing on the class path but Helidon and its needs.
  private static List<String> java(String option, String... arguments) {
    var classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(jar -> jar.contains("helidon") || jar.endsWith("quipu-bench.jar"))
            .collect(Collectors.joining(File.pathSeparator));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xlog:disable", "-Xlog:all=warning,aot*=off:stderr", option, "-cp", classPath));
    command.add(EmptyServer.class.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static ProcessBuilder quietly(List<String> command) {
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }
}
