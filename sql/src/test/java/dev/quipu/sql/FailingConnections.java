package dev.quipu.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/// Connections of which the writer's can be made to fail: one statement, the next opening, or every
/// write from a certain size on.
final class FailingConnections<A> implements ConnectionOpener<A> {

  private final ConnectionOpener<A> opener;
  private final Supplier<SQLException> failure;
  private @Nullable Predicate<String> failing;
  private boolean failAfterwards;
  private boolean failToOpen;
  private String setting = "";
  private final List<String> watched = new ArrayList<>();

  private FailingConnections(ConnectionOpener<A> opener, Supplier<SQLException> failure) {
    this.opener = opener;
    this.failure = failure;
  }

  /// They fail as if the disk had.
  static FailingConnections<Path> ofSqlite() {
    return ofSqlite(HastyConnections::open);
  }

  static FailingConnections<Path> ofSqlite(ConnectionOpener<Path> opener) {
    return new FailingConnections<>(
        opener,
        () -> new SQLException("made to fail", null, SQLiteErrorCode.SQLITE_IOERR_FSYNC.code));
  }

  /// @param state the SQLSTATE that they fail with
  static FailingConnections<PostgresAddress> ofPostgres(String state) {
    return new FailingConnections<>(
        Postgres::connect, () -> new SQLException("made to fail", state));
  }

  /// What the writer runs from now on.
  List<String> watched() {
    watched.clear();
    return watched;
  }

  /// The next statement that reads so fails; those after it work.
  void failNext(String sql) {
    failing = sql::equals;
    failAfterwards = false;
  }

  /// The next statement that reads so is run, and then its answer gets lost.
  void loseAnswerOfNext(String sql) {
    failing = sql::equals;
    failAfterwards = true;
  }

  void failNextThatBeginsWith(String sql) {
    failing = statement -> statement.startsWith(sql);
    failAfterwards = false;
  }

  /// The writer that is open fails at its next statement, and so does opening another one.
  void failToReopen() {
    failing = _ -> true;
    failAfterwards = false;
    failToOpen = true;
  }

  /// The next writer that is opened gets this setting, and only that one.
  void setForNextWriter(String setting) {
    this.setting = setting;
  }

  @Override
  public Connection open(A address, Use use) throws SQLException {
    if (use == Use.READ) {
      return opener.open(address, use);
    }
    if (failToOpen) {
      failToOpen = false;
      throw failure.get();
    }
    var connection = opener.open(address, use);
    if (!setting.isEmpty()) {
      try (var statement = connection.createStatement()) {
        statement.execute(setting);
      }
      setting = "";
    }
    return WatchedConnection.of(
        connection,
        new WatchedConnection.Watcher() {
          @Override
          public void beforeRunning(String sql) throws SQLException {
            watched.add(sql);
            failIf(!failAfterwards, sql);
          }

          @Override
          public void afterRunning(String sql) throws SQLException {
            failIf(failAfterwards, sql);
          }
        });
  }

  private void failIf(boolean now, String sql) throws SQLException {
    if (now && failing != null && failing.test(sql)) {
      failing = null;
      throw failure.get();
    }
  }
}
