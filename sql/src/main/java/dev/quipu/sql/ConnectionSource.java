package dev.quipu.sql;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// A `DataSource` of which the pool asks one thing: another connection.
@FunctionalInterface
interface ConnectionSource extends DataSource {

  @Override
  Connection getConnection() throws SQLException;

  @Override
  default Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  default @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  default void setLogWriter(PrintWriter out) {}

  @Override
  default void setLoginTimeout(int seconds) {}

  /// In seconds. The pool waits as long for connections under way when it is closed.
  @Override
  default int getLoginTimeout() {
    return 5;
  }

  @Override
  default Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
