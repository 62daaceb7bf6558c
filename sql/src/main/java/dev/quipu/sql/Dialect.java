package dev.quipu.sql;

import java.sql.SQLException;
import java.util.Map;

/// What one engine says differently from the next. All other SQL of this module is common to both.
interface Dialect {

  /// What the words in `${}` of a migration stand for.
  Map<String, String> words();

  /// Begins a transaction that nobody else's write can make fail half-way.
  String beginWriting();

  /// Begins a transaction whose first read fixes the moment that all its reads see.
  String beginReading();

  /// Sorts what went wrong by whose fault it is.
  Fault faultOf(SQLException failure);

  enum Fault {
    /// A row is already there: the doing of whoever wrote it, and of nobody else.
    COLLISION,
    /// The file is not what we once wrote.
    DAMAGE,
    /// Disk, network or process: nothing of the open transaction can be relied upon.
    OUTAGE
  }
}
