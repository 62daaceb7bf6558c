package dev.quipu.bench.ingest;

import static dev.quipu.bench.report.Bound.atLeast;
import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.report.Bound;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.ingest.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench ingest`.
@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description =
        "What a write costs: fsyncs, throughput and growth against a bare loop; point reads.")
public final class IngestBench implements Callable<Integer> {

  enum Part {
    SYNCS,
    THROUGHPUT,
    BULK,
    GROWTH,
    /// Of a database that is not SQLite.
    CPU,
    READS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--storage",
      defaultValue = "sqlite",
      description =
          "sqlite, or postgres (one is started), or the address of one whose schemas we may make"
              + " and drop (${DEFAULT-VALUE}).")
  String storage = "";

  @Option(
      names = "--writers",
      split = ",",
      defaultValue = "16,64",
      description = "Concurrent writers (${DEFAULT-VALUE}).")
  List<Integer> writers = List.of();

  @Option(
      names = "--events",
      converter = Size.class,
      defaultValue = "10k",
      description = "Events in each run (${DEFAULT-VALUE}).")
  int events;

  @Option(
      names = "--bulk-events",
      converter = Size.class,
      defaultValue = "10k",
      description = "Events in one bulk request (${DEFAULT-VALUE}).")
  int bulkEvents;

  @Option(
      names = "--sizes",
      split = ",",
      converter = Size.class,
      defaultValue = "10k,100k",
      description =
          "Events in the stores whose cost is compared with the first (${DEFAULT-VALUE}).")
  List<Integer> sizes = List.of();

  @Option(
      names = "--versions",
      converter = Size.class,
      defaultValue = "100k",
      description = "Versions of the object whose reads are compared (${DEFAULT-VALUE}).")
  int versions;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Rounds of each comparison (${DEFAULT-VALUE}).")
  int rounds;

  @Option(
      names = "--warm-up",
      converter = Size.class,
      defaultValue = "100k",
      description = "Events that each side writes before a comparison (${DEFAULT-VALUE}).")
  int warmUp;

  @Option(
      names = "--only",
      split = ",",
      description = "Only these parts: ${COMPLETION-CANDIDATES}.")
  Set<Part> only = EnumSet.allOf(Part.class);

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench ingest");
  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    try (var database = Database.open(storage)) {
      measure(database);
    }
    progress.end();
    return report.conclude(System.out, json);
  }

  private void measure(Database database) throws IOException, InterruptedException, SQLException {
    if (only.contains(Part.SYNCS)) {
      syncs(database);
    }
    if (only.contains(Part.THROUGHPUT)) {
      throughput(database);
    }
    if (only.contains(Part.BULK)) {
      bulk(database);
    }
    if (only.contains(Part.GROWTH)) {
      growth(database);
    }
    if (only.contains(Part.CPU) && !(database instanceof SqliteDatabase)) {
      cpu(database);
    }
    if (only.contains(Part.READS)) {
      reads(database);
    }
  }

  private void syncs(Database database) throws IOException, InterruptedException {
    for (int each : writers) {
      progress.say("fsyncs at " + each + " writers");
      var count = database.syncs(each, events);
      report.add(
          new Figure(
              "fsyncs per event, " + each + " writers",
              count.perEvent(),
              syncsAllowed(each),
              count.syncs()
                  + " for "
                  + count.events()
                  + " events in "
                  + count.commits()
                  + " commits, "
                  + count.how()));
    }
  }

  /// The issue sets a bound for 16 and for 64.
  private static Bound syncsAllowed(int writers) {
    return writers >= 64 ? atMost(0.1) : writers >= 16 ? atMost(0.25) : none();
  }

  private void throughput(Database database)
      throws IOException, InterruptedException, SQLException {
    for (int each : writers) {
      var result =
          againstBare(database)
              .measure(
                  "throughput at " + each + " writers",
                  place -> {
                    var groups = new Groups();
                    try (var store = place.open(groups)) {
                      long cpu = Cpu.ofThisProcess();
                      long nanos =
                          new ClosedLoop(each, events, Messages::submission).run(store.engine());
                      return new AgainstBare.Written(
                          place, Messages.TENANT, nanos, Cpu.ofThisProcess() - cpu, groups.sizes());
                    }
                  });
      report.add(
          new Figure(
              "throughput / bare loop, " + each + " writers",
              result.share(),
              atLeast(0.4),
              describe(result)));
    }
  }

  private void bulk(Database database) throws IOException, InterruptedException, SQLException {
    var batch = LongStream.range(0, bulkEvents).mapToObj(Messages::submission).toList();
    var result =
        againstBare(database)
            .measure(
                "bulk",
                place -> {
                  var groups = new Groups();
                  try (var store = place.open(groups)) {
                    long cpu = Cpu.ofThisProcess();
                    long start = System.nanoTime();
                    var outcomes =
                        store.engine().ingest().submitEach(Messages.WRITER, batch, null, 0);
                    long nanos = System.nanoTime() - start;
                    cpu = Cpu.ofThisProcess() - cpu;
                    if (!outcomes.stream().allMatch(Outcome.Written.class::isInstance)) {
                      throw new IllegalStateException("not every event was written");
                    }
                    return new AgainstBare.Written(
                        place, Messages.TENANT, nanos, cpu, groups.sizes());
                  }
                });
    report.add(
        new Figure("bulk / bare loop, engine alone", result.share(), none(), describe(result)));
    try (var server = NdjsonBulk.open(database, bulkEvents)) {
      var overHttp = againstBare(database).measure("bulk over HTTP", server::write);
      report.add(
          new Figure(
              "bulk NDJSON / bare loop", overHttp.share(), atLeast(0.5), describe(overHttp)));
    }
    report.add(new Figure("rows per event", result.rowsPerEvent(), atMost(12), "plain messages"));
  }

  private AgainstBare againstBare(Database database) {
    return new AgainstBare(database, warmUp, rounds, progress);
  }

  private static String describe(AgainstBare.Result result) {
    return String.format(
        Locale.ROOT,
        "%.0f events/s in groups of %.1f; %.1f× the CPU of the bare loop; %.1f rows an event;"
            + " medians",
        result.perSecond(),
        result.meanGroup(),
        result.cpu(),
        result.rowsPerEvent());
  }

  private void growth(Database database) throws IOException {
    var stores =
        sizes.stream()
            .map(size -> new GrowthCost.Grown(database, size, Messages::submission))
            .toList();
    var costs = GrowthCost.measure(stores, progress);
    var base = costs.getFirst();
    for (int i = 1; i < costs.size(); i++) {
      var pair = " at " + Size.text(sizes.get(i)) + " / " + Size.text(sizes.getFirst());
      var cost = costs.get(i);
      report.add(
          new Figure(
              "CPU per event" + pair,
              cost.micros() / base.micros(),
              atMost(1.3),
              String.format(
                  Locale.ROOT, "%.0f µs / %.0f µs of process CPU", cost.micros(), base.micros())));
      report.add(
          new Figure(
              "pages written per event" + pair,
              cost.pages() / base.pages(),
              atMost(1.3),
              String.format(
                  Locale.ROOT,
                  "%.2f / %.2f pages, log and checkpoints, groups of 64",
                  cost.pages(),
                  base.pages())));
    }
  }

  private void cpu(Database database) throws IOException {
    try (var sqlite = SqliteDatabase.open()) {
      int size = sizes.getFirst();
      var costs =
          GrowthCost.measure(
              List.of(
                  new GrowthCost.Grown(sqlite, size, Messages::submission),
                  new GrowthCost.Grown(database, size, Messages::submission)),
              progress);
      var theirs = costs.getFirst();
      var ours = costs.getLast();
      report.add(
          new Figure(
              "CPU per event / SQLite's",
              ours.micros() / theirs.micros(),
              atMost(1.5),
              String.format(
                  Locale.ROOT,
                  "%.0f µs / %.0f µs of this process, groups of 64",
                  ours.micros(),
                  theirs.micros())));
      if (ours.allMicros() > ours.micros()) {
        report.add(
            new Figure(
                "the same with PostgreSQL's processes",
                ours.allMicros() / theirs.micros(),
                none(),
                String.format(
                    Locale.ROOT, "%.0f µs / %.0f µs", ours.allMicros(), theirs.micros())));
      }
    }
  }

  private void reads(Database database) throws IOException {
    for (var ratio : PointReads.measure(database, versions, progress)) {
      report.add(
          new Figure(
              "point read, " + Size.text(versions) + " / 10 versions, " + ratio.point().text,
              ratio.ratio(),
              atMost(3),
              String.format(Locale.ROOT, "%.0f µs a read of the long one", ratio.longMicros())));
    }
  }
}
