package dev.quipu.bench.servers;

import dev.quipu.bench.crash.Attempt;
import dev.quipu.bench.crash.Attempts;
import dev.quipu.bench.crash.Writer;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/// Writes each thing at another server. What got no answer is sent again elsewhere, if it may be.
final class RovingWriter {

  private static final double REPETITIONS = 0.1;
  private static final int TRIES = 50;

  private final Fleet fleet;
  private final Household household;
  private final Attempts attempts;
  private final RandomGenerator random;

  RovingWriter(Fleet fleet, Household household, Attempts attempts, RandomGenerator random) {
    this.fleet = fleet;
    this.household = household;
    this.attempts = attempts;
    this.random = random;
  }

  void writeWhile(BooleanSupplier goesOn) throws IOException, InterruptedException {
    while (goesOn.getAsBoolean()) {
      var attempt = attempts.next();
      write(attempt);
      if (attempt.repeatable() && random.nextDouble() < REPETITIONS) {
        write(attempt);
      }
    }
  }

  private void write(Attempt attempt) throws IOException, InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      var client = fleet.any(random, household.token());
      try {
        Writer.write(client, attempt, household.ledger());
        return;
      } catch (IOException e) {
        if (!attempt.repeatable()) {
          break;
        }
        Thread.sleep(20);
      }
    }
    household.ledger().leaveOpen(attempt);
  }
}
