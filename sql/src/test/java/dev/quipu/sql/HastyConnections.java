package dev.quipu.sql;

import dev.quipu.sql.ConnectionOpener.Use;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/// Connections that do not wait for the disk, for storages that nobody will miss.
final class HastyConnections {

  private HastyConnections() {}

  static Connection open(Path database, Use use) throws SQLException {
    var connection = Sqlite.connect(database, use);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous = OFF");
    }
    return connection;
  }
}
