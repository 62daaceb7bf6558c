package dev.quipu.sql;

import dev.quipu.engine.storage.Fate;
import java.util.List;

/// A commit was sent and its answer got lost: it may or may not have happened.
@SuppressWarnings("serial")
final class InDoubt extends RuntimeException {

  private final String transaction;
  private final transient List<Fate> fates;
  private final RuntimeException outage;

  /// @param transaction as the dialect names it
  /// @param fates of the units, if it happened
  InDoubt(String transaction, List<Fate> fates, RuntimeException outage) {
    super(outage);
    this.transaction = transaction;
    this.fates = fates;
    this.outage = outage;
  }

  String transaction() {
    return transaction;
  }

  List<Fate> fates() {
    return fates;
  }

  /// What was lost.
  RuntimeException outage() {
    return outage;
  }
}
