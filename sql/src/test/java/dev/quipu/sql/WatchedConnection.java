package dev.quipu.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A connection that tells a watcher of each prepared statement that it runs.
final class WatchedConnection {

  @FunctionalInterface
  interface Watcher {

    /// Throwing keeps the statement from being run.
    void beforeRunning(String sql) throws SQLException;

    default void afterRunning(String sql) {}
  }

  private WatchedConnection() {}

  static Connection of(Connection connection, Watcher watcher) {
    return proxy(
        Connection.class,
        (_, method, arguments) -> {
          var result = invoke(connection, method, arguments);
          return result instanceof PreparedStatement statement
              ? watched(statement, (String) arguments[0], watcher)
              : result;
        });
  }

  private static PreparedStatement watched(
      PreparedStatement statement, String sql, Watcher watcher) {
    return proxy(
        PreparedStatement.class,
        (_, method, arguments) -> {
          if (!method.getName().startsWith("execute")) {
            return invoke(statement, method, arguments);
          }
          watcher.beforeRunning(sql);
          var result = invoke(statement, method, arguments);
          watcher.afterRunning(sql);
          return result;
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
