package dev.quipu.bench.copy;

import static dev.quipu.bench.report.Bound.atMost;
import static dev.quipu.bench.report.Bound.none;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.ingest.Messages;
import dev.quipu.bench.ingest.Size;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.engine.archive.Archive;
import dev.quipu.engine.archive.CutArchive;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.archive.NoBlobs;
import dev.quipu.engine.archive.Pour;
import dev.quipu.server.archive.BackupArchive;
import dev.quipu.server.archive.BackupWriter;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.Adapters;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench copy`.
@Command(
    name = "copy",
    mixinStandardHelpOptions = true,
    description =
        "Carries an instance from SQLite to PostgreSQL and back, and through a backup: heads and"
            + " digests must be equal.")
public final class CopyBench implements Callable<Integer> {

  private static final int PORTION = 1_000;

  @Option(
      names = "--events",
      converter = Size.class,
      defaultValue = "100k",
      description = "Events in the instance (${DEFAULT-VALUE}).")
  int events;

  @Option(
      names = "--postgres",
      paramLabel = "ADDRESS",
      description = "An empty database or schema; one is started unless said.")
  @Nullable String postgres;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  private final Report report = new Report("bench copy");
  private final Progress progress = Progress.onTerminal();
  private final Adapters adapters = Adapters.ofThisMachine();
  private double writing;

  @Override
  public Integer call() throws IOException {
    if (postgres != null) {
      run(postgres);
    } else {
      progress.say("starting PostgreSQL");
      try (var server = PostgresServer.open(PostgresServer.Disk.WAITED_FOR)) {
        run(server.newSchema());
      }
    }
    progress.end();
    return report.conclude(System.out, json);
  }

  private void run(String address) throws IOException {
    try (var scratch = Scratch.open()) {
      var first = new StorageConfig.Sqlite(scratch.resolve("first"));
      var second = StorageConfig.parse(address, null);
      var third = new StorageConfig.Sqlite(scratch.resolve("third"));
      var restored = new StorageConfig.Sqlite(scratch.resolve("restored"));
      var backup = scratch.resolve("backup");
      writing = seconds("write", () -> fill(first.folder()));
      add("write", writing, "one after the other, in groups");
      add("SQLite to PostgreSQL", seconds("copy", () -> copy(first, second)), "copy");
      add("PostgreSQL to SQLite", seconds("copy back", () -> copy(second, third)), "copy");
      add("backup of SQLite", seconds("backup", () -> backUp(first, backup)), "gzip and fsync");
      add("restore to SQLite", seconds("restore", () -> restore(backup, restored)), "replay");
      for (var copy : List.of(second, third, restored)) {
        long differing = ends(first).stream().filter(end -> !ends(copy).contains(end)).count();
        report.add(
            new Figure(
                "logs that differ in " + copy.shown().replaceAll(".*/", ""),
                differing,
                atMost(0),
                "head and digest of " + ends(first).size() + " logs"));
      }
    }
  }

  private void add(String name, double seconds, String how) {
    var note = "%.1f s, %s; %.2f of the time of writing".formatted(seconds, how, seconds / writing);
    report.add(new Figure(name + ", events per second", events / seconds, none(), note));
  }

  private void fill(Path folder) {
    try (var store = Store.open(folder)) {
      for (long from = 0; from < events; from += PORTION) {
        var portion =
            LongStream.range(from, Math.min(from + PORTION, events))
                .mapToObj(Messages::submission)
                .toList();
        store.engine().ingest().submitEach(Messages.WRITER, portion, null, 0);
      }
    }
  }

  private void copy(StorageConfig from, StorageConfig to) {
    try (var archive = open(from)) {
      pour(archive, to);
    }
  }

  private void backUp(StorageConfig from, Path folder) {
    try (var archive = open(from)) {
      BackupWriter.write(archive, folder, (_, _, _, _) -> {});
    }
  }

  private void restore(Path folder, StorageConfig to) {
    try (var archive = BackupArchive.open(folder, (_, _) -> {})) {
      pour(archive, to);
    }
  }

  private void pour(Archive archive, StorageConfig to) {
    try (var vessel = adapters.openVessel(to, archive.checkpointKeys())) {
      new Pour(
              archive,
              vessel.storage(),
              new NoBlobs(),
              (_, step, done, total) -> progress.say(step + " " + done + "/" + total))
          .run();
      vessel.release();
    }
  }

  private CutArchive open(StorageConfig storage) {
    return CutArchive.open(adapters.openCut(storage), new NoBlobs(), adapters.clock().instant());
  }

  private List<LogEnd> ends(StorageConfig storage) {
    try (var archive = open(storage)) {
      return archive.manifest().logs();
    }
  }

  private double seconds(String what, Runnable work) {
    progress.say(what);
    long begun = System.nanoTime();
    work.run();
    return (System.nanoTime() - begun) / 1e9;
  }
}
