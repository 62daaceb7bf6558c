package dev.quipu.sql;

import java.sql.Connection;
import java.sql.SQLException;

/// How connections to a database come about. A seam, so that a test can hand out connections that
/// fail or die at a chosen statement.
///
/// @param <A> what says where the database is
@FunctionalInterface
interface ConnectionOpener<A> {

  Connection open(A address, Use use) throws SQLException;

  enum Use {
    WRITE,
    READ
  }
}
