package dev.quipu.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/// Connections to SQLite that can be made to fail: one statement, the next opening, or every write
/// from a certain size on.
final class FailingConnections implements ConnectionOpener {

  private @Nullable Predicate<String> failing;
  private boolean failToOpen;
  private String pragma = "";

  /// The next statement that reads so fails as if the disk had; those after it work.
  void failNext(String sql) {
    failing = sql::equals;
  }

  void failNextThatBeginsWith(String sql) {
    failing = statement -> statement.startsWith(sql);
  }

  /// The writer that is open fails at its next statement, and so does opening another one.
  void failToReopen() {
    failing = _ -> true;
    failToOpen = true;
  }

  /// The next writer that is opened gets this setting, and only that one.
  void setForNextWriter(String pragma) {
    this.pragma = pragma;
  }

  @Override
  public Connection open(Path database, Use use) throws SQLException {
    if (use == Use.READ) {
      return HastyConnections.open(database, use);
    }
    if (failToOpen) {
      failToOpen = false;
      throw new SQLException("made to fail", null, SQLiteErrorCode.SQLITE_CANTOPEN.code);
    }
    var connection = HastyConnections.open(database, use);
    if (!pragma.isEmpty()) {
      try (var statement = connection.createStatement()) {
        statement.execute(pragma);
      }
      pragma = "";
    }
    return WatchedConnection.of(connection, this::beforeRunning);
  }

  private void beforeRunning(String sql) throws SQLException {
    if (failing != null && failing.test(sql)) {
      failing = null;
      throw new SQLException("made to fail", null, SQLiteErrorCode.SQLITE_IOERR_FSYNC.code);
    }
  }
}
