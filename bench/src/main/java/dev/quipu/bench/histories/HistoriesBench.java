package dev.quipu.bench.histories;

import static dev.quipu.bench.report.Bound.atMost;

import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.bench.report.Report;
import dev.quipu.sql.SqlStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench histories`.
@Command(
    name = "histories",
    mixinStandardHelpOptions = true,
    description =
        "Tells random histories to SQLite, the oracle and a naive model: all must answer alike.")
public final class HistoriesBench implements Callable<Integer> {

  private static final long TRIES = 200;

  @Option(
      names = "--tries",
      description = "How many histories (" + TRIES + "; without end if --minutes is given).")
  @Nullable Long tries;

  @Option(names = "--minutes", description = "Ends after so many minutes.")
  @Nullable Long minutes;

  @Option(
      names = "--seed",
      description = "Of the first history; random unless said. --tries 1 tells that one again.")
  @Nullable Long seed;

  @Option(names = "--json", description = "Writes the figures to this file too.")
  @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    long first = seed == null ? new Random().nextInt(1_000_000_000) : seed;
    long most = tries != null ? tries : minutes == null ? TRIES : Long.MAX_VALUE;
    var time = minutes == null ? null : Duration.ofMinutes(minutes);
    var progress = Progress.onTerminal();
    var result =
        new Histories(most, first, time)
            .run(
                (scratch, clock) ->
                    SqlStorage.openSqlite(scratch.resolve("data"), clock, new SecureRandom()),
                progress);
    progress.end();
    var failure = result.failure();
    if (failure != null) {
      failure.why().printStackTrace(System.out);
      System.out.println("again: ./quipu bench histories --tries 1 --seed " + failure.seed());
    }
    var report = new Report("bench histories");
    var note =
        result.told()
            + " histories, "
            + (failure == null ? "seeds from " + first : "seed " + failure.seed());
    report.add(new Figure("told differently", failure == null ? 0 : 1, atMost(0), note));
    return report.conclude(System.out, json);
  }
}
