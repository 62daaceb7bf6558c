package dev.quipu.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/// How connections to a database file come about. A seam, so that a test can hand out connections
/// that fail or die at a chosen statement.
@FunctionalInterface
interface ConnectionOpener {

  Connection open(Path database, Use use) throws SQLException;

  enum Use {
    WRITE,
    READ
  }
}
