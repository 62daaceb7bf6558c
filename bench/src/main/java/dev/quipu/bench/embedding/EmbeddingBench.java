package dev.quipu.bench.embedding;

import static dev.quipu.bench.report.Bound.atLeast;
import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;
import static java.util.Objects.requireNonNull;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.server.wiring.Adapters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench embedding`.
@Command(
    name = "embedding",
    mixinStandardHelpOptions = true,
    description = "How fast a server makes vectors, against the bare model, and in what memory.")
public final class EmbeddingBench implements Callable<Integer> {

  private static final String BARE = "bge-small";
  private static final int NOT_YET = 503;
  private static final int BATCH = 1_000;
  private static final int AT_ONCE = 64;
  private static final double MB = 1 << 20;

  @Option(
      names = "--memories",
      defaultValue = "100000",
      description = "How many there are (${DEFAULT-VALUE}).")
  int memories;

  @Option(
      names = "--sample",
      defaultValue = "3000",
      description = "How many the bare model is given, before and after (${DEFAULT-VALUE}).")
  int sample;

  @Option(
      names = "--embedder",
      defaultValue = BARE,
      description =
          "What the server makes vectors with: as its setting. What it is held against is always"
              + " ${DEFAULT-VALUE}.")
  String embedder = BARE;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench embedding");
  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException, EmbeddingFailure {
    try (var scratch = Scratch.open()) {
      var data = scratch.resolve("data");
      var before = alone(BARE, scratch.resolve("bare"));
      if (!embedder.equals(BARE)) {
        compare(alone(embedder, data), before); // what it has to make first is made in this
      }
      try (var server = ServerProcess.startAsIs(data, Map.of("QUIPU_EMBEDDER", embedder));
          var operator = new Client(server.port(), server.adminToken())) {
        var served = served(server, operator);
        double bytes = server.anonymousBytes();
        var bare = before.and(alone(BARE, scratch.resolve("bare")));
        report.add(
            new Figure(
                "server / bare model, texts a second",
                served.rate() / bare.rate(),
                atLeast(0.8),
                String.format(Locale.ROOT, "%.0f against %.0f", served.rate(), bare.rate())));
        report.add(
            new Figure(
                "the same by the CPU of a text",
                bare.cpuMillis() / served.cpuMillis(),
                none(),
                String.format(
                    Locale.ROOT, "%.2f ms against %.2f", served.cpuMillis(), bare.cpuMillis())));
        report.add(
            new Figure("anonymous memory, MB", bytes / MB, atMost(1024), memories + " memories"));
        report.add(new Figure("texts", memories, none(), ""));
      }
      progress.end();
    }
    return report.conclude(System.out, json);
  }

  private void compare(Pace alone, Pace bare) {
    report.add(
        new Figure(
            embedder + " by itself / bare model",
            alone.rate() / bare.rate(),
            none(),
            String.format(
                Locale.ROOT,
                "%.0f against %.0f texts a second; %.3f ms of CPU against %.2f",
                alone.rate(),
                bare.rate(),
                alone.cpuMillis(),
                bare.cpuMillis())));
  }

  /// How fast something was done. Others who work on the machine make it slower, but add little to
  /// the CPU that it takes.
  private record Pace(int texts, long nanos, Duration cpu) {

    Pace and(Pace other) {
      return new Pace(texts + other.texts, nanos + other.nanos, cpu.plus(other.cpu));
    }

    /// Texts a second.
    double rate() {
      return texts / (nanos / 1e9);
    }

    /// Of a text.
    double cpuMillis() {
      return cpu.toNanos() / 1e6 / texts;
    }
  }

  /// @param folder where it finds or makes what it needs, as a server does in its data folder
  private Pace alone(String name, Path folder) throws EmbeddingFailure {
    progress.say("making " + name + " ready");
    var models = Adapters.ofThisMachine().models(EmbedderConfig.parse(name, null, null), folder);
    try (var embedder = models.open(requireNonNull(models.chosen(), "a model"))) {
      var texts = IntStream.range(0, sample).mapToObj(ShortMemories::text).toList();
      embedder.documents(texts.subList(0, Math.min(AT_ONCE, sample))); // not the first of all
      var cpu = cpu();
      long start = System.nanoTime();
      for (int from = 0; from < sample; ) {
        progress.say(name, from, sample);
        from += embedder.documents(texts.subList(from, Math.min(from + AT_ONCE, sample))).size();
      }
      return new Pace(sample, System.nanoTime() - start, cpu().minus(cpu));
    }
  }

  /// Of this process.
  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  /// From the first that is sent to the last that has its vector.
  private Pace served(ServerProcess server, Client operator)
      throws IOException, InterruptedException {
    var made =
        operator.send(
            Call.post("/v1/admin/tenants", JsonObject.of("name", Json.of("bench")), null));
    var client = operator.as(String.valueOf(made.body().text("token")));
    long cpu = server.cpuNanos();
    long start = System.nanoTime();
    long position = 0;
    for (int from = 0; from < memories; from += BATCH) {
      progress.say("writing", from, memories);
      var events =
          IntStream.range(from, Math.min(from + BATCH, memories))
              .mapToObj(ShortMemories::event)
              .toList();
      position = last(client.send(Call.lines("/v1/events", events, null)));
    }
    var question =
        JsonObject.of(
            "top_k", Json.of(1), "after", Json.of(position), "wait_for", Json.of("vectors"));
    int status = NOT_YET;
    while (status == NOT_YET) {
      progress.say("waiting for vectors");
      status = client.send(Call.post("/v1/query", question, null)).status();
    }
    if (status != 200) {
      throw new IllegalStateException("the server answered " + status);
    }
    long nanos = System.nanoTime() - start;
    return new Pace(memories, nanos, Duration.ofNanos(server.cpuNanos() - cpu));
  }

  private static long last(Client.Answer answer) {
    if (answer.body().get("receipts") instanceof JsonArray(List<Json> receipts)
        && receipts.getLast() instanceof JsonObject receipt
        && receipt.get("position") instanceof JsonNumber position) {
      return position.asLong();
    }
    throw new IllegalStateException("not taken: " + answer.status());
  }
}
