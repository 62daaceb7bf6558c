package dev.quipu.bench.crash;

import dev.quipu.bench.child.Client;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// Writes until the server is gone, and puts down what it was told.
public final class Writer {

  private static final double REPETITIONS = 0.1;

  private final Client client;
  private final Attempts attempts;
  private final Ledger ledger;
  private final RandomGenerator random;

  Writer(Client client, Attempts attempts, Ledger ledger, RandomGenerator random) {
    this.client = client;
    this.attempts = attempts;
    this.ledger = ledger;
    this.random = random;
  }

  /// Returns when an answer does not come.
  void writeUntilTheEnd() {
    while (!Thread.currentThread().isInterrupted()) {
      var attempt = attempts.next();
      try {
        write(client, attempt, ledger);
        if (attempt.repeatable() && random.nextDouble() < REPETITIONS) {
          write(client, attempt, ledger);
        }
      } catch (IOException e) {
        ledger.leaveOpen(attempt);
        return;
      } catch (InterruptedException e) {
        ledger.leaveOpen(attempt);
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Sends it and believes what the answer says.
  public static void write(Client client, Attempt attempt, Ledger ledger)
      throws IOException, InterruptedException {
    var answer = client.send(attempt.call());
    if (answer.status() == 503) {
      // The fate of a group whose commit failed: not acknowledged, and free to be there or not.
      ledger.refuse();
      ledger.leaveOpen(attempt);
      return;
    }
    if (!answer.isGood()) {
      throw new IllegalStateException(
          "the server answered " + answer.status() + " " + answer.body() + " to " + attempt);
    }
    var receipts = answer.body().array("receipts");
    if (receipts == null) {
      ledger.acknowledge(attempt.marks().getFirst(), answer.position());
      return;
    }
    if (receipts.size() != attempt.marks().size()) {
      throw new IllegalStateException("not a receipt for each event: " + receipts);
    }
    boolean left = false;
    for (int i = 0; i < receipts.size(); i++) {
      var receipt = (JsonObject) receipts.items().get(i);
      if (receipt.get("position") instanceof JsonNumber position) {
        ledger.acknowledge(attempt.marks().get(i), position.asLong());
      } else if (isUnavailable(receipt)) {
        ledger.refuse();
        left = true;
      } else {
        throw new IllegalStateException("an event was rejected: " + receipt);
      }
    }
    if (left) {
      ledger.leaveOpen(attempt);
    }
  }

  /// Sends again what may be sent again, and closes the rest: nobody will know what became of it.
  public static void settle(Client client, Ledger ledger) throws IOException, InterruptedException {
    for (var attempt : ledger.open()) {
      ledger.close(attempt);
      if (attempt.repeatable()) {
        write(client, attempt, ledger);
      }
    }
  }

  private static boolean isUnavailable(JsonObject receipt) {
    var problem = receipt.object("problem");
    return problem != null
        && problem.get("status") instanceof JsonNumber status
        && status.asLong() == 503;
  }
}
