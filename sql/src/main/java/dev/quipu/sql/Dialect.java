package dev.quipu.sql;

import dev.quipu.model.id.TenantId;
import java.sql.SQLException;
import java.util.Map;
import java.util.SortedSet;

/// What one engine says differently from the next. All other SQL of this module is common to both.
interface Dialect {

  /// What the words in `${}` of a migration stand for.
  Map<String, String> words();

  /// Begins a transaction of the writer.
  void beginWriting(Session session);

  /// Begins a transaction of the writer that keeps others from beginning one like it: schema and
  /// identity are made once, by whoever comes first.
  void beginAlone(Session session);

  /// Sees to it that until the transaction ends nobody else writes to these tenants, nor begins
  /// them. The first thing in a transaction, since it may have to begin it again.
  ///
  /// @param tenants in the order that everybody locks them in, so that no two wait for each other
  void lock(Session session, SortedSet<TenantId> tenants);

  /// Begins a transaction whose first read fixes the moment that all its reads see.
  void beginReading(Session session);

  boolean hasTable(Session session, String name);

  /// Whether the answer to a commit can get lost, so that it may have happened although it failed.
  boolean losesAnswers();

  /// Whether anybody else may write between two transactions of ours.
  boolean hasOtherWriters();

  /// Whether questions are better asked together, because each journey costs more than its load.
  boolean isFarAway();

  /// The time by the clock of the database, in microseconds since 1970.
  String now();

  /// Put behind a `SELECT` of rows that are to be removed: leaves out what others are removing.
  String skippingLocked();

  /// Sorts what went wrong by whose fault it is.
  Fault faultOf(SQLException failure);

  enum Fault {
    /// The engine does not take a row: the doing of whoever wrote it, and of nobody else.
    ROW,
    /// The file is not what we once wrote.
    DAMAGE,
    /// Somebody was in the way, or the connection is gone: a new transaction on a new connection
    /// may succeed at once.
    PASSING,
    /// Disk, network or process: nothing of the open transaction can be relied upon.
    OUTAGE
  }
}
