package dev.quipu.sql;

import dev.quipu.engine.storage.StorageUse;

/// A bounded number of connections for reading, lent to one snapshot at a time. Thread-safe.
///
/// Thousands of virtual threads may ask; connections are memory at both ends, and more of them than
/// disks and cores only queue elsewhere.
interface Readers extends AutoCloseable {

  /// Waits for a free one, but not for ever.
  Session borrow();

  void giveBack(Session session);

  /// Takes back one whose state is unknown.
  void discard(Session session);

  StorageUse.Readers use();

  /// Closes what is idle now, and the rest when it is given back.
  @Override
  void close();
}
