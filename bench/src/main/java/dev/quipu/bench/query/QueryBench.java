package dev.quipu.bench.query;

import static dev.quipu.bench.report.Bound.atLeast;
import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.ingest.Size;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.Engine;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench query`.
@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description =
        "What a question costs, against a bare search of the same index; and with many tenants.")
public final class QueryBench implements Callable<Integer> {

  enum Part {
    BARE,
    /// Other tenants beside one.
    OTHERS,
    /// Many small ones in a small heap.
    TENANTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final TenantId TENANT = new TenantId("bench");
  private static final int QUESTIONS = 4_000;

  /// The ways of asking, in their order.
  private static final int BARE = 0;

  private static final int WHOLE = 1;
  private static final int OBJECTS = 2;

  @Option(
      names = "--memories",
      converter = Size.class,
      defaultValue = "100k",
      description = "Memories that are searched (${DEFAULT-VALUE}).")
  int memories;

  @Option(
      names = "--clients",
      defaultValue = "16",
      description = "Clients that ask at once (${DEFAULT-VALUE}).")
  int clients;

  @Option(
      names = "--rounds",
      defaultValue = "9",
      description = "Rounds of each comparison (${DEFAULT-VALUE}).")
  int rounds;

  @Option(
      names = "--millis",
      defaultValue = "2000",
      description = "How long each way is asked in a round (${DEFAULT-VALUE}).")
  int millis;

  @Option(
      names = "--warm-up",
      converter = Size.class,
      defaultValue = "5k",
      description = "Answers of each way before they count (${DEFAULT-VALUE}).")
  int warmUp;

  @Option(
      names = "--others",
      converter = Size.class,
      defaultValue = "1k",
      description = "Other tenants beside the one that is asked (${DEFAULT-VALUE}).")
  int others;

  @Option(
      names = "--tenants",
      converter = Size.class,
      defaultValue = "10k",
      description = "Small tenants in a heap of 1 GB (${DEFAULT-VALUE}).")
  int tenants;

  @Option(
      names = "--data",
      description = "Keeps the memories in this folder, or finds them there from the last time.")
  @Nullable Path data;

  @Option(
      names = "--only",
      split = ",",
      description = "Only these parts: ${COMPLETION-CANDIDATES}.")
  Set<Part> only = EnumSet.allOf(Part.class);

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench query");
  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException {
    measure();
    progress.end();
    return report.conclude(System.out, json);
  }

  /// The figures, without a verdict.
  Report measure() throws IOException, InterruptedException {
    try (var scratch = Scratch.open()) {
      if (only.contains(Part.BARE) || only.contains(Part.OTHERS)) {
        one(data == null ? scratch.resolve("data") : data, scratch);
      }
      if (only.contains(Part.TENANTS)) {
        tenants(scratch.resolve("tenants"));
      }
    }
    return report;
  }

  private void one(Path folder, Scratch scratch) throws IOException, InterruptedException {
    var told = new Conversations(TENANT, memories, new Vocabulary());
    if (!Files.exists(folder)) {
      try (var store = Store.open(folder)) {
        new Questions(store.engine()).await(TENANT, told.write(store.engine(), progress));
      }
    }
    scratch.settle();
    // Opened anew: what was written is committed, and nothing is merged while it is measured.
    try (var store = Store.open(folder);
        var bare = BareSearch.open(now(folder))) {
      if (only.contains(Part.BARE)) {
        against(store.engine(), bare, told);
      }
      if (only.contains(Part.OTHERS)) {
        others(store.engine(), bare, told);
      }
    }
  }

  private static Path now(Path folder) {
    return folder.resolve("index").resolve(TENANT.fileName()).resolve("g1").resolve("now");
  }

  private static List<Crowd.Asking> ways(Engine engine, BareSearch bare, Conversations told) {
    var questions = new Questions(engine);
    return List.of(
        (client, question) -> bare.search(told.owner(client), question),
        (client, question) -> questions.whole(told.owner(client), question),
        (client, question) -> questions.objectsOnly(told.owner(client), question));
  }

  private static List<String> questions(Conversations told) {
    var random = new Random(5);
    return Stream.generate(() -> told.question(random)).limit(QUESTIONS).toList();
  }

  private void against(Engine engine, BareSearch bare, Conversations told)
      throws InterruptedException {
    try (var crowd = new Crowd(clients, questions(told))) {
      var runs =
          Runs.of(
              crowd, ways(engine, bare, told), warmUp, rounds, millis, progress, "against bare");
      add("full evidence", runs, WHOLE, 0.15);
      add("objects only", runs, OBJECTS, 0.4);
    }
  }

  private void add(String name, Runs runs, int way, double share) {
    report.add(
        new Figure(
            name + " / bare search",
            runs.ratio(way, BARE, Crowd.Run::perSecond),
            atLeast(share),
            String.format(
                Locale.ROOT,
                "answers per second, with their JSON, without HTTP: %.0f and %.0f; medians of %d",
                runs.median(way, Crowd.Run::perSecond),
                runs.median(BARE, Crowd.Run::perSecond),
                rounds)));
    report.add(
        new Figure(
            name + ", bare's CPU / CPU",
            1 / runs.ratio(way, BARE, Crowd.Run::cpuMicros),
            none(),
            String.format(
                Locale.ROOT,
                "of the whole process: %.0f µs and %.0f µs for an answer",
                runs.median(way, Crowd.Run::cpuMicros),
                runs.median(BARE, Crowd.Run::cpuMicros))));
    report.add(
        new Figure(
            name + ", p99/p50 / bare's",
            runs.ratio(way, BARE, run -> run.p99() / run.p50()),
            atMost(2),
            String.format(
                Locale.ROOT,
                "p50 %.1f ms, p99 %.1f ms; bare %.1f and %.1f",
                runs.median(way, Crowd.Run::p50) / 1e3,
                runs.median(way, Crowd.Run::p99) / 1e3,
                runs.median(BARE, Crowd.Run::p50) / 1e3,
                runs.median(BARE, Crowd.Run::p99) / 1e3)));
  }

  /// Before and after cannot take turns, so both are taken against the bare search.
  private void others(Engine engine, BareSearch bare, Conversations told)
      throws InterruptedException {
    var ways = ways(engine, bare, told).subList(0, OBJECTS);
    try (var alone = new Crowd(1, questions(told))) {
      var before = Runs.of(alone, ways, warmUp, rounds, millis, progress, "alone");
      TenantsProcess.fill(engine, others, progress);
      var after = Runs.of(alone, ways, warmUp, rounds, millis, progress, "among others");
      report.add(
          new Figure(
              "latency among " + Size.text(others) + " other tenants / alone",
              after.ratio(WHOLE, BARE, Crowd.Run::p50) / before.ratio(WHOLE, BARE, Crowd.Run::p50),
              atMost(1.3),
              String.format(
                  Locale.ROOT,
                  "p50, one client, each against the bare search in turn: %.2f ms and %.2f ms",
                  after.median(WHOLE, Crowd.Run::p50) / 1e3,
                  before.median(WHOLE, Crowd.Run::p50) / 1e3)));
    }
  }

  private void tenants(Path folder) throws IOException, InterruptedException {
    progress.say("tenants in a process of their own");
    var result = TenantsProcess.run(folder, tenants);
    report.add(
        new Figure(
            "MB of heap, " + Size.text(tenants) + " tenants",
            result.heap(),
            atMost(TenantsProcess.HEAP_MEGABYTES),
            "all filled and asked with -Xmx1g; after a collection"));
    report.add(
        new Figure(
            "open files, " + Size.text(tenants) + " tenants",
            result.files(),
            atMost(TenantsProcess.MOST_FILES),
            result.writers() + " writers and " + result.readers() + " readers are open"));
  }
}
