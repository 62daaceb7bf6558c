package dev.quipu.bench.vectors;

import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Bound;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.query.Evidence;
import dev.quipu.lucene.IndexBounds;
import dev.quipu.lucene.LuceneIndex;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.index.Sheet;
import dev.quipu.testkit.index.VectorDraw;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench vectors`.
@Command(
    name = "vectors",
    mixinStandardHelpOptions = true,
    description = "How many of the nearest vectors are found under filters.")
public final class VectorsBench implements Callable<Integer> {

  static final int WANTED = 10;
  private static final int PORTION = 500;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final TenantId TENANT = new TenantId("bench");
  private static final LogPosition HEAD = new LogPosition(1);

  @Option(
      names = "--data",
      description =
          "A folder with base.fvecs, query.fvecs, payload.jsonl.gz and filters.jsonl.gz, or with"
              + " *_base.fvecs, *_query.fvecs and *_groundtruth.ivecs. Without it, random vectors.")
  @Nullable Path data;

  @Option(names = "--count", defaultValue = "100000", description = "Of random vectors.")
  int count;

  @Option(names = "--dimension", defaultValue = "384", description = "Of random vectors.")
  int dimension;

  @Option(
      names = "--exact-up-to",
      description = "All are looked at if no more pass; default as the server has it, and again 0.")
  @Nullable Integer exactUpTo;

  @Option(names = "--every", defaultValue = "1", description = "Asks one question out of so many.")
  int every;

  @Option(names = "--json", description = "Writes the figures here.")
  @Nullable Path json;

  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException {
    var set = data == null ? VectorSet.random(count, dimension) : VectorSet.read(data);
    progress.say("working out what is nearest");
    var whole = Shares.addedTo(set, data == null ? 200 : 100);
    var report = new Report("vectors");
    try (var scratch = Scratch.open()) {
      var limits =
          exactUpTo == null ? List.of(IndexBounds.DEFAULT.exactUpTo(), 0) : List.of(exactUpTo);
      for (int limit : limits) {
        // Filled anew: segments of no more than that have no graph.
        var bounds = IndexBounds.DEFAULT.withExactUpTo(limit);
        try (var index = LuceneIndex.open(scratch.resolve("index" + limit), bounds, "bench")) {
          fill(index, whole, limit, report);
          try (var view = index.read(ReadScope.whole(TENANT))) {
            ask(view, whole, limit, report);
          }
        }
      }
    }
    progress.end();
    return report.conclude(System.out, json);
  }

  private static EmbeddingModel model(VectorSet set) {
    return VectorDraw.model("bench", set.vectors().getFirst().dimension());
  }

  private void fill(LuceneIndex index, VectorSet set, int limit, Report report) {
    long start = System.nanoTime();
    index.serving(TENANT).publish(HEAD);
    var generation = index.vectors(TENANT, model(set));
    var portion = new ArrayList<VectorDocument>();
    for (int i = 0; i < set.vectors().size(); i++) {
      portion.add(document(set, i));
      if (portion.size() == PORTION || i + 1 == set.vectors().size()) {
        generation.put(portion);
        portion.clear();
        progress.say("filling", i + 1, set.vectors().size());
      }
    }
    generation.publish(HEAD);
    double seconds = (System.nanoTime() - start) / 1e9;
    report.add(
        new Figure(
            "vectors put in a second" + how(limit),
            Math.rint(set.vectors().size() / seconds),
            Bound.none(),
            set.vectors().size() + " of " + set.vectors().getFirst().dimension() + " numbers"));
  }

  private static VectorDocument document(VectorSet set, int number) {
    var label = set.labels().get(number);
    var envelope =
        new Envelope(
            Names.ALICE,
            new Visibility.Everybody(),
            null,
            true,
            null,
            null,
            new TreeSet<>(label.tags()),
            null);
    return Sheet.of("m" + number, 1, "")
        .in(new SessionId(label.session()))
        .at(label.time())
        .under(envelope)
        .meaning(set.vectors().get(number));
  }

  private static final class Tally {
    int questions;
    int exact;
    int tooShort;
    long found;
    long wanted;
    final List<Double> millis = new ArrayList<>();
  }

  private void ask(IndexView view, VectorSet set, int limit, Report report) {
    var model = model(set);
    var tallies = new LinkedHashMap<String, Tally>();
    int done = 0;
    for (var asked : set.asked()) {
      if (done++ % every != 0) {
        continue;
      }
      progress.say("asking", done, set.asked().size());
      var query = set.queries().get(asked.query());
      long start = THREADS.getCurrentThreadCpuTime();
      var selection = view.select(model, HEAD, asked.filters());
      var answer = selection.nearest(query, WANTED);
      var tally = tallies.computeIfAbsent(asked.kind(), _ -> new Tally());
      tally.millis.add((THREADS.getCurrentThreadCpuTime() - start) / 1e6);
      tally.questions++;
      tally.exact += answer.isExact() ? 1 : 0;
      tally.wanted += asked.nearest().size();
      tally.found += found(set, asked, answer.hits());
      tally.tooShort += answer.hits().size() < Math.min(WANTED, selection.eligible()) ? 1 : 0;
    }
    tallies.forEach((kind, tally) -> report(kind, limit, tally, report));
  }

  /// What is as near as one of the truly nearest is one of them.
  private static int found(VectorSet set, VectorSet.Asked asked, List<Near> hits) {
    var query = set.queries().get(asked.query());
    double bar =
        asked.nearest().stream()
            .mapToDouble(number -> query.cosine(set.vectors().get(number)))
            .min()
            .orElse(1);
    int found = 0;
    for (var hit : hits) {
      int number = Integer.parseInt(hit.filed().ref().id().substring(1));
      if (asked.nearest().contains(number) || hit.cosine() >= Near.rounded(bar)) {
        found++;
      }
    }
    return Math.min(found, asked.nearest().size());
  }

  private static String how(int limit) {
    return limit == 0 ? ", by the graph" : "";
  }

  private static void report(String kind, int limit, Tally tally, Report report) {
    tally.millis.sort(null);
    var how =
        String.format(
            Locale.ROOT,
            "%d questions, %d exact, %.2f ms of CPU (median)",
            tally.questions,
            tally.exact,
            tally.millis.get(tally.millis.size() / 2));
    var name = kind + how(limit);
    report.add(
        new Figure(
            "recall@10, " + name,
            Math.floor(1e4 * tally.found / tally.wanted) / 1e4,
            Bound.atLeast(Evidence.Search.APPROXIMATE_RECALL),
            how));
    if (tally.tooShort > 0) {
      report.add(new Figure("answers too short, " + name, tally.tooShort, Bound.atMost(0), how));
    }
  }
}
