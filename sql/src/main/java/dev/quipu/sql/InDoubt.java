package dev.quipu.sql;

import dev.quipu.engine.storage.Fate;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Head;
import java.util.List;
import java.util.NavigableMap;

/// A commit was sent and its answer got lost: it may or may not have happened.
///
/// The log tells which: hashes hold random salts, so that an entry with ours is ours. (PostgreSQL
/// can be asked for the fate of a transaction by its number, but gives the number of one that a
/// crash took away to another.)
@SuppressWarnings("serial")
final class InDoubt extends RuntimeException {

  private final transient NavigableMap<TenantId, Head> moved;
  private final transient List<Fate> fates;
  private final RuntimeException failure;

  /// @param moved where the logs end that were appended to, if it happened
  /// @param fates of the units, if it happened
  InDoubt(NavigableMap<TenantId, Head> moved, List<Fate> fates, RuntimeException failure) {
    super(failure);
    this.moved = moved;
    this.fates = fates;
    this.failure = failure;
  }

  List<Fate> fates() {
    return fates;
  }

  /// What to throw if it did not happen: [Passing] if trying again may help.
  RuntimeException failure() {
    return failure;
  }

  /// Whether it happened, seen from a transaction of its own. The transaction in doubt holds its
  /// locks until it has ended, so whoever gets them sees how it ended.
  ///
  /// Without an entry there is nothing to tell by; then nobody is told that it did.
  boolean happened(Session session) {
    if (moved.isEmpty()) {
      throw failure instanceof Passing passing ? passing.outage() : failure;
    }
    session.beginWriting();
    session.dialect().lock(session, moved.navigableKeySet());
    // One tells of all: they were to come together.
    var ours = moved.firstEntry();
    var log = new LogTable(session, Standing.of(session, ours.getKey()).tenant());
    var there = log.hashOf(ours.getValue().position());
    session.rollBack();
    return there != null && there.equals(ours.getValue().hash());
  }
}
