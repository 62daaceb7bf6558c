package dev.quipu.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/// Connections to SQLite whose writer can be made to fail just before a statement is run.
final class FailingConnections implements ConnectionOpener {

  private volatile @Nullable Predicate<String> fails;
  private SQLiteErrorCode code = SQLiteErrorCode.SQLITE_IOERR_FSYNC;

  /// The next statement that reads so fails as if the disk had; those after it work.
  void failNext(String sql) {
    failNext(sql::equals, SQLiteErrorCode.SQLITE_IOERR_FSYNC);
  }

  void failNext(Predicate<String> sql, SQLiteErrorCode code) {
    this.code = code;
    this.fails = sql;
  }

  @Override
  public Connection open(Path database, Use use) throws SQLException {
    var connection = Sqlite.connect(database, use);
    return use == Use.WRITE ? wrapped(connection, this::beforeRunning) : connection;
  }

  private void beforeRunning(String sql) throws SQLException {
    var failing = fails;
    if (failing != null && failing.test(sql)) {
      fails = null;
      throw new SQLException("made to fail", null, code.code);
    }
  }

  /// Is told each statement of a connection before it is run.
  interface Watcher {
    void beforeRunning(String sql) throws SQLException;
  }

  static Connection wrapped(Connection connection, Watcher watcher) {
    return proxy(
        Connection.class,
        (_, method, arguments) -> {
          var result = invoke(connection, method, arguments);
          return result instanceof PreparedStatement statement
              ? wrapped(statement, (String) arguments[0], watcher)
              : result;
        });
  }

  private static PreparedStatement wrapped(
      PreparedStatement statement, String sql, Watcher watcher) {
    return proxy(
        PreparedStatement.class,
        (_, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            watcher.beforeRunning(sql);
          }
          return invoke(statement, method, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static @Nullable Object invoke(Object target, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
