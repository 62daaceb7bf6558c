package dev.quipu.bench.query;

import static dev.quipu.bench.report.Bound.atLeast;
import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.ingest.Size;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.query.Question;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.rest.AnswerShapes;
import dev.quipu.wire.JsonWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench query`.
@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description = "What a question costs, against a bare search of the same index.")
public final class QueryBench implements Callable<Integer> {

  private static final TenantId TENANT = new TenantId("bench");
  private static final int QUESTIONS = 4_000;

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
      defaultValue = "1000",
      description = "How long each side is asked in a round (${DEFAULT-VALUE}).")
  int millis;

  @Option(names = "--data", description = "Keeps the store in this folder, and finds it there.")
  @Nullable Path data;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench query");
  private final Progress progress = Progress.onTerminal();
  private final JsonWriter writer = new JsonWriter();

  @Override
  public Integer call() throws Exception {
    try (var scratch = Scratch.open()) {
      var folder = data == null ? scratch.resolve("data") : data;
      var told = new Conversations(TENANT, memories, new Vocabulary());
      if (!folder.toFile().exists()) {
        try (var store = Store.open(folder)) {
          var last = told.write(store.engine(), progress);
          await(store.engine(), last);
        }
      }
      try (var store = Store.open(folder);
          var bare = BareSearch.open(now(folder));
          var crowd = new Crowd(clients, questions(told))) {
        against(store.engine(), bare, crowd, told);
      }
    }
    progress.end();
    return report.conclude(System.out, json);
  }

  private static List<String> questions(Conversations told) {
    var random = new Random(5);
    return Stream.generate(() -> told.question(random)).limit(QUESTIONS).toList();
  }

  private static Path now(Path folder) {
    return folder.resolve("index").resolve(TENANT.fileName()).resolve("g1").resolve("now");
  }

  private static void await(Engine engine, LogPosition position) throws InterruptedException {
    if (!engine.indexing().await(TENANT, position, Duration.ofMinutes(30))) {
      throw new IllegalStateException("the index does not follow");
    }
  }

  private void against(Engine engine, BareSearch bare, Crowd crowd, Conversations told)
      throws InterruptedException {
    Crowd.Asking[] ways = {
      (client, question) -> bare.search(told.owner(client), question),
      (client, question) -> answer(engine, told.owner(client), question, false),
      (client, question) -> answer(engine, told.owner(client), question, true)
    };
    var runs = new ArrayList<List<Crowd.Run>>();
    for (var _ : ways) {
      runs.add(new ArrayList<>());
    }
    for (int round = -rounds / 3 - 1; round < rounds; round++) {
      progress.say("against bare", Math.max(0, round), rounds);
      for (int way = 0; way < ways.length; way++) {
        var run = crowd.run(ways[way], millis);
        if (round >= 0) {
          runs.get(way).add(run);
        }
      }
    }
    add("full evidence", runs.get(1), runs.getFirst(), 0.15);
    add("objects only", runs.get(2), runs.getFirst(), 0.4);
    report.add(new Figure("segments", bare.segments(), none(), bare.documents() + " documents"));
  }

  private void add(String name, List<Crowd.Run> ours, List<Crowd.Run> bare, double share) {
    report.add(
        new Figure(
            name + " / bare search",
            ratio(ours, bare, Crowd.Run::perSecond),
            atLeast(share),
            String.format(
                Locale.ROOT,
                "%.0f/s of %.0f/s; medians of %d rounds",
                median(ours, Crowd.Run::perSecond),
                median(bare, Crowd.Run::perSecond),
                rounds)));
    report.add(
        new Figure(
            name + ", bare CPU / CPU",
            1 / ratio(ours, bare, Crowd.Run::cpuMicros),
            none(),
            String.format(
                Locale.ROOT,
                "%.0f µs and %.0f µs",
                median(ours, Crowd.Run::cpuMicros),
                median(bare, Crowd.Run::cpuMicros))));
    report.add(
        new Figure(
            name + ", p99/p50 / bare's",
            ratio(ours, bare, run -> run.p99() / run.p50()),
            atMost(2),
            String.format(
                Locale.ROOT,
                "p50 %.2f ms, p99 %.2f ms; bare %.2f and %.2f",
                median(ours, Crowd.Run::p50) / 1e3,
                median(ours, Crowd.Run::p99) / 1e3,
                median(bare, Crowd.Run::p50) / 1e3,
                median(bare, Crowd.Run::p99) / 1e3)));
  }

  private interface Measure {
    double of(Crowd.Run run);
  }

  private static double median(List<Crowd.Run> runs, Measure measure) {
    return Median.of(runs.stream().map(measure::of).toList());
  }

  private static double ratio(List<Crowd.Run> ours, List<Crowd.Run> bare, Measure measure) {
    var ratios = new ArrayList<Double>();
    for (int i = 0; i < ours.size(); i++) {
      ratios.add(measure.of(ours.get(i)) / measure.of(bare.get(i)));
    }
    return Median.of(ratios);
  }

  private byte[] answer(Engine engine, Caller caller, String text, boolean objectsOnly) {
    var evidence = engine.ask().ask(caller, question(text, objectsOnly));
    return writer.compact(AnswerShapes.json("qry_bench", evidence, false));
  }

  private static Question question(String text, boolean objectsOnly) {
    return new Question(
        text,
        10,
        Map.of(),
        null,
        null,
        ReadTime.NOW,
        null,
        null,
        false,
        false,
        objectsOnly,
        null,
        null);
  }
}
