package dev.quipu.bench.payloads;

import static dev.quipu.bench.report.Bound.atLeast;
import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.ingest.AgainstBare;
import dev.quipu.bench.ingest.ClosedLoop;
import dev.quipu.bench.ingest.Cpu;
import dev.quipu.bench.ingest.Database;
import dev.quipu.bench.ingest.Groups;
import dev.quipu.bench.ingest.GrowthCost;
import dev.quipu.bench.ingest.GrowthCost.Grown;
import dev.quipu.bench.ingest.Messages;
import dev.quipu.bench.ingest.Place;
import dev.quipu.bench.ingest.Size;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Bound;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.Engine;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.sql.SqlStorage;
import dev.quipu.testkit.payload.PayloadTale;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench payloads`.
@Command(
    name = "payloads",
    mixinStandardHelpOptions = true,
    description =
        "What compiling a payload costs: against a bare insert of its rows, and as entities and"
            + " observations grow; lookups by name.")
public final class PayloadsBench implements Callable<Integer> {

  enum Part {
    THROUGHPUT,
    GROWTH,
    OBSERVATIONS,
    NAMES,
    SAME;

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
      defaultValue = "16",
      description = "Concurrent writers (${DEFAULT-VALUE}).")
  int writers;

  @Option(
      names = "--payloads",
      converter = Size.class,
      defaultValue = "5k",
      description = "Payloads in each run against the bare insert (${DEFAULT-VALUE}).")
  int payloads;

  @Option(
      names = "--sizes",
      split = ",",
      converter = Size.class,
      defaultValue = "10k,100k",
      description =
          "Entities in the stores whose cost is compared with the first (${DEFAULT-VALUE}).")
  List<Integer> sizes = List.of();

  @Option(
      names = "--observations",
      converter = Size.class,
      defaultValue = "10k",
      description = "Observations of the one entity (${DEFAULT-VALUE}).")
  int observations;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Rounds against the bare insert (${DEFAULT-VALUE}).")
  int rounds;

  @Option(
      names = "--warm-up",
      converter = Size.class,
      defaultValue = "20k",
      description = "Payloads that are written before a comparison (${DEFAULT-VALUE}).")
  int warmUp;

  @Option(
      names = "--only",
      split = ",",
      description = "Only these parts: ${COMPLETION-CANDIDATES}.")
  Set<Part> only = EnumSet.allOf(Part.class);

  @Option(
      names = "--tale",
      converter = Size.class,
      defaultValue = "10k",
      description = "Random payloads that must be understood alike (${DEFAULT-VALUE}).")
  int tale;

  @Option(names = "--seed", description = "Of those; random unless said.")
  @Nullable Long seed;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench payloads");
  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    try (var database = Database.open(storage)) {
      if (only.contains(Part.THROUGHPUT)) {
        against(database, "writers", this::byWriters);
        against(database, "a bulk", this::inBulk);
      }
      if (only.contains(Part.GROWTH)) {
        growth(database);
      }
      if (only.contains(Part.OBSERVATIONS)) {
        observations(database);
      }
      if (only.contains(Part.NAMES)) {
        names(database);
      }
      if (only.contains(Part.SAME)) {
        same();
      }
    }
    progress.end();
    return report.conclude(System.out, json);
  }

  // ── against a bare insert ──

  /// Writes all payloads to an engine and returns how long it took, in nanoseconds.
  private interface Way {
    long write(Engine engine) throws InterruptedException;
  }

  private void against(Database database, String name, Way way)
      throws IOException, InterruptedException, SQLException {
    var result =
        new AgainstBare(database, warmUp, rounds, progress)
            .measure("payloads by " + name, place -> written(place, way));
    report.add(
        new Figure(
            "throughput / bare insert, by " + name,
            result.share(),
            atLeast(0.4),
            String.format(
                Locale.ROOT,
                "%.0f payloads/s in groups of %.1f; %.1f× the CPU of the bare insert; %.1f rows a"
                    + " payload; medians",
                result.perSecond(),
                result.meanGroup(),
                result.cpu(),
                result.rowsPerEvent())));
  }

  private static AgainstBare.Written written(Place place, Way way) throws InterruptedException {
    var groups = new Groups();
    try (var store = place.open(groups)) {
      long cpu = Cpu.ofThisProcess();
      long nanos = way.write(store.engine());
      cpu = Cpu.ofThisProcess() - cpu;
      return new AgainstBare.Written(place, Messages.WRITER.tenant(), nanos, cpu, groups.sizes());
    }
  }

  private long byWriters(Engine engine) throws InterruptedException {
    return new ClosedLoop(writers, payloads, Invoices::ofNewEntity).run(engine);
  }

  private long inBulk(Engine engine) {
    var batch = LongStream.range(0, payloads).mapToObj(Invoices::ofNewEntity).toList();
    long start = System.nanoTime();
    var outcomes = engine.ingest().submitEach(Messages.WRITER, batch, null, 0);
    long nanos = System.nanoTime() - start;
    if (!outcomes.stream().allMatch(Outcome.Written.class::isInstance)) {
      throw new IllegalStateException("not every payload was written");
    }
    return nanos;
  }

  // ── as it grows ──

  private void growth(Database database) throws IOException {
    var stores =
        sizes.stream().map(size -> new Grown(database, size, Invoices::ofNewEntity)).toList();
    var costs = GrowthCost.measure(stores, progress);
    for (int i = 1; i < costs.size(); i++) {
      var pair = Size.text(sizes.get(i)) + " / " + Size.text(sizes.getFirst()) + " entities";
      compare(pair, costs.get(i), costs.getFirst(), atMost(1.3));
    }
  }

  private void observations(Database database) throws IOException {
    var costs =
        GrowthCost.measure(
            List.of(
                new Grown(database, observations, Invoices::ofFewTold),
                new Grown(database, observations, Invoices::ofOneEntity),
                new Grown(database, observations, Invoices::ofOneEntityLate)),
            progress);
    var pair = Size.text(observations) + " / " + Invoices.FEW + " observations of an entity";
    compare(pair, costs.get(1), costs.getFirst(), atMost(1.3));
    compare(pair + ", told out of order", costs.get(2), costs.getFirst(), none());
  }

  private void compare(String pair, GrowthCost.Cost cost, GrowthCost.Cost base, Bound bound) {
    report.add(
        new Figure(
            "CPU per payload, " + pair,
            cost.micros() / base.micros(),
            bound,
            String.format(
                Locale.ROOT, "%.0f µs / %.0f µs of process CPU", cost.micros(), base.micros())));
    report.add(
        new Figure(
            "pages written per payload, " + pair,
            cost.pages() / base.pages(),
            none(),
            String.format(
                Locale.ROOT, "%.2f / %.2f pages, groups of 64", cost.pages(), base.pages())));
  }

  // ── the same ──

  /// Compiled twice, rebuilt, and told in another order.
  private void same() throws IOException {
    long drawn = seed == null ? new Random().nextLong() : seed;
    var told = new PayloadTale(tale, drawn);
    var note = Size.text(tale) + " payloads, --tale " + tale + " --seed " + drawn;
    same("compiled twice and rebuilt, other bytes", told::leavesTheSameBytes, note);
    same("told in another order, understood otherwise", told::isUnderstoodAlike, note);
  }

  private void same(
      String name, BiConsumer<PayloadTale.Opening, PayloadTale.Opening> telling, String note)
      throws IOException {
    progress.say(name);
    int failures = 0;
    try (var scratch = Scratch.open()) {
      telling.accept(opening(scratch.resolve("one")), opening(scratch.resolve("other")));
    } catch (AssertionError e) {
      e.printStackTrace(System.out);
      failures++;
    }
    report.add(new Figure(name, failures, atMost(0), note));
  }

  private static PayloadTale.Opening opening(Path folder) {
    return clock -> SqlStorage.openSqlite(folder, clock, new SecureRandom());
  }

  private void names(Database database) throws IOException {
    try (var place = database.newPlace();
        var store = place.open(CommitMeter.SILENT)) {
      var cost = NameLookups.measure(store.engine(), sizes.getLast(), progress);
      var note =
          String.format(
              Locale.ROOT,
              "%.0f µs of CPU a point read, among %s entities",
              cost.object(),
              Size.text(sizes.getLast()));
      report.add(new Figure("exact name / point read", cost.byName(), atMost(5), note));
      report.add(new Figure("entity by its id / point read", cost.byId(), none(), note));
    }
  }
}
