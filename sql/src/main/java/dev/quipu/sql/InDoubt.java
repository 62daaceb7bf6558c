package dev.quipu.sql;

import dev.quipu.engine.storage.Fate;
import java.util.List;

/// A commit was sent and its answer got lost: it may or may not have happened.
@SuppressWarnings("serial")
final class InDoubt extends RuntimeException {

  private final String transaction;
  private final transient List<Fate> fates;
  private final RuntimeException failure;

  /// @param transaction as the dialect names it
  /// @param fates of the units, if it happened
  InDoubt(String transaction, List<Fate> fates, RuntimeException failure) {
    super(failure);
    this.transaction = transaction;
    this.fates = fates;
    this.failure = failure;
  }

  String transaction() {
    return transaction;
  }

  List<Fate> fates() {
    return fates;
  }

  /// What to throw if it did not happen: [Passing] if trying again may help.
  RuntimeException failure() {
    return failure;
  }
}
