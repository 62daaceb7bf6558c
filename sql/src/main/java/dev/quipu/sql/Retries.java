package dev.quipu.sql;

import dev.quipu.model.failure.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// Tries again what may pass, a few times, and then says what was wrong. Counts both. Thread-safe.
final class Retries {

  private final List<Duration> pauses;
  private final LongAdder retries = new LongAdder();
  private final LongAdder outages = new LongAdder();

  /// @param pauses between one try and the next; each is varied by chance, so that those who were
  ///   in each other's way do not meet again
  Retries(List<Duration> pauses) {
    this.pauses = List.copyOf(pauses);
  }

  /// For a file: what is wrong with it now is wrong with it a moment later.
  static Retries none() {
    return new Retries(List.of());
  }

  /// How often something was tried again.
  long retries() {
    return retries.sum();
  }

  /// How often it was given up.
  long outages() {
    return outages.sum();
  }

  <T> T run(Supplier<T> attempt) {
    try {
      return tried(attempt);
    } catch (Unavailable e) {
      outages.increment();
      throw e;
    }
  }

  private <T> T tried(Supplier<T> attempt) {
    for (var pause : pauses) {
      try {
        return attempt.get();
      } catch (Passing _) {
        sleep(pause);
        retries.increment();
      }
    }
    try {
      return attempt.get();
    } catch (Passing e) {
      throw e.outage();
    }
  }

  private static void sleep(Duration pause) {
    try {
      long millis = pause.toMillis();
      Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable(
          "storage.unavailable",
          "Interrupted while waiting for the storage.",
          Duration.ofSeconds(1),
          e);
    }
  }
}
