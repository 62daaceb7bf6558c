package dev.quipu.bench.histories;

import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.history.RandomHistory;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One random history after the other, until one fails or the end has come.
///
/// @param seed of the first; each further one has the next number
/// @param time null = as long as the tries take
record Histories(long tries, long seed, @Nullable Duration time) {

  /// What came of it.
  ///
  /// @param told how many were told, the one that failed included
  /// @param failure null = all were told alike
  record Result(long told, @Nullable Failure failure) {}

  /// @param seed draws the same history again
  record Failure(long seed, Throwable why) {}

  /// Opens a storage in a new folder.
  interface Adapter {
    Storage open(Scratch scratch, InstantSource clock);
  }

  Result run(Adapter adapter, Progress progress) throws IOException {
    long end = time == null ? Long.MAX_VALUE : System.nanoTime() + time.toNanos();
    long told = 0;
    while (told < tries && (time == null || System.nanoTime() - end < 0)) {
      progress.say(told + " histories");
      long next = seed + told++;
      var why = tell(next, adapter);
      if (why != null) {
        return new Result(told, new Failure(next, why));
      }
    }
    return new Result(told, null);
  }

  /// What went wrong; null if nothing did.
  private static @Nullable Throwable tell(long seed, Adapter adapter) throws IOException {
    try (var scratch = Scratch.open()) {
      Function<InstantSource, Storage> openEmpty = clock -> adapter.open(scratch, clock);
      RandomHistory.of(seed).check(openEmpty);
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }
}
