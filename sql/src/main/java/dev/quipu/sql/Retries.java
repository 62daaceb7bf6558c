package dev.quipu.sql;

import dev.quipu.model.failure.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/// Tries again what may pass, a few times, and then says what was wrong.
///
/// @param pauses between one try and the next; each is varied by chance, so that those who were in
///   each other's way do not meet again
record Retries(List<Duration> pauses) {

  /// For a file: what is wrong with it now is wrong with it a moment later.
  static final Retries NONE = new Retries(List.of());

  Retries {
    pauses = List.copyOf(pauses);
  }

  <T> T run(Supplier<T> attempt) {
    for (var pause : pauses) {
      try {
        return attempt.get();
      } catch (Passing _) {
        sleep(pause);
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
