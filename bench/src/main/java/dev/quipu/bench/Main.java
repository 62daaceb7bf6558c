package dev.quipu.bench;

import dev.quipu.bench.copy.CopyBench;
import dev.quipu.bench.crash.CrashBench;
import dev.quipu.bench.embedding.EmbeddingBench;
import dev.quipu.bench.histories.HistoriesBench;
import dev.quipu.bench.ingest.IngestBench;
import dev.quipu.bench.objects.ObjectsBench;
import dev.quipu.bench.payloads.PayloadsBench;
import dev.quipu.bench.query.QueryBench;
import dev.quipu.bench.retrieval.AblationBench;
import dev.quipu.bench.retrieval.RetrievalBench;
import dev.quipu.bench.servers.ServersBench;
import dev.quipu.bench.start.StartBench;
import dev.quipu.bench.vectors.VectorsBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The entry point of `./quipu bench`.
@Command(
    name = "quipu bench",
    description = "Measures, as ratios within one run; ends with 1 if a bound does not hold.",
    subcommands = {
      IngestBench.class,
      EmbeddingBench.class,
      CrashBench.class,
      CopyBench.class,
      HistoriesBench.class,
      ObjectsBench.class,
      PayloadsBench.class,
      QueryBench.class,
      RetrievalBench.class,
      AblationBench.class,
      ServersBench.class,
      StartBench.class,
      VectorsBench.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable {

  private Main() {}

  public static void main(String... args) {
    System.exit(
        new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  /// Without a name: what there is.
  @Override
  public void run() {
    new CommandLine(this).usage(System.out);
  }
}
