package dev.quipu.bench.objects;

import static dev.quipu.bench.report.Bound.atMost;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.ingest.Messages;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.Engine;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Expansion;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.view.ViewRow.Direction;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench objects`.
@Command(
    name = "objects",
    mixinStandardHelpOptions = true,
    description = "CPU of reads, for each object that is returned, as a session grows.")
public final class ObjectsBench implements Callable<Integer> {

  private static final int SMALL = 1_000;
  private static final int READS = 50;
  private static final int PAGE = 100;

  @Option(
      names = "--events",
      defaultValue = "100000",
      description = "Events of the long session (${DEFAULT-VALUE}); the short one has 1,000.")
  int events;

  @Option(
      names = "--rounds",
      defaultValue = "31",
      description = "Pairs of measurements (${DEFAULT-VALUE}).")
  int rounds;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench objects");
  private final Progress progress = Progress.onTerminal();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Random random = new Random(17);

  /// Reads some objects of a session and says how many.
  private interface Read {
    int objects(Engine engine, LongSession session);
  }

  @Override
  public Integer call() throws IOException {
    try (var scratch = Scratch.open();
        var store = Store.open(scratch.resolve("data"), CommitMeter.SILENT)) {
      measure(store.engine());
    }
    return report.conclude(System.out, json);
  }

  private void measure(Engine engine) {
    var few = LongSession.write(engine, "ses_short", SMALL, progress);
    var many = LongSession.write(engine, "ses_long", events, progress);
    add(engine, few, many, "get", this::get);
    add(engine, few, many, "page of a list", ObjectsBench::page);
    add(engine, few, many, "page of versions", ObjectsBench::versions);
    add(engine, few, many, "two hops from the hub", ObjectsBench::expand);
  }

  private int get(Engine engine, LongSession session) {
    var ref = session.memory(random.nextInt(session.events()));
    engine.inspect().object(Messages.WRITER, ref, ReadTime.NOW);
    return 1;
  }

  private static int page(Engine engine, LongSession session) {
    var fields = Map.of("session_id", session.session().value());
    return engine
        .inspect()
        .objects(
            Messages.WRITER, ObjectType.MEMORY, fields, ReadTime.NOW, new Page.Request(null, PAGE))
        .items()
        .size();
  }

  private static int versions(Engine engine, LongSession session) {
    return engine
        .inspect()
        .versions(Messages.WRITER, session.state(), ReadTime.NOW, new Page.Request(null, PAGE))
        .items()
        .size();
  }

  private static int expand(Engine engine, LongSession session) {
    var wanted =
        new Expansion.Wanted(
            List.of(session.hub()),
            2,
            new EdgeFilter(Set.of(Direction.IN, Direction.OUT), Set.of()),
            PAGE,
            PAGE * 5);
    var found = engine.graph().expand(Messages.WRITER, wanted, ReadTime.NOW, null);
    return found.nodes().size() + found.edges().size();
  }

  /// Both in turn, so that a neighbour's load falls on both.
  private void add(Engine engine, LongSession few, LongSession many, String name, Read read) {
    var ratios = new ArrayList<Double>();
    var micros = new ArrayList<Double>();
    for (int round = -rounds / 3; round < rounds; round++) {
      progress.say(name, Math.max(0, round), rounds);
      double shortCost = cost(engine, few, read);
      double longCost = cost(engine, many, read);
      if (round >= 0) {
        ratios.add(longCost / shortCost);
        micros.add(longCost);
      }
    }
    progress.end();
    report.add(
        new Figure(
            name + ", " + events + " / " + SMALL + " events",
            Median.of(ratios),
            atMost(1.5),
            String.format(
                Locale.ROOT, "%.1f µs of CPU for each object; medians", Median.of(micros))));
  }

  /// Microseconds of CPU for each object.
  private double cost(Engine engine, LongSession session, Read read) {
    long start = threads.getCurrentThreadCpuTime();
    int objects = 0;
    for (int i = 0; i < READS; i++) {
      objects += read.objects(engine, session);
    }
    return (threads.getCurrentThreadCpuTime() - start) / 1e3 / objects;
  }
}
