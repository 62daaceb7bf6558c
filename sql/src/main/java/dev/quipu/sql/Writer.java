package dev.quipu.sql;

import static java.lang.System.Logger.Level.WARNING;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The one connection of this process that writes. Thread-safe.
///
/// If anything goes wrong with a transaction, nobody knows what state the connection is in: it is
/// closed, which rolls back, and another one is opened.
final class Writer implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger("dev.quipu.sql");

  private final Database database;
  private final ReentrantLock writing = new ReentrantLock();
  private @Nullable Session session;
  private boolean stopped;

  /// @param session the first one
  Writer(Database database, Session session) {
    this.database = database;
    this.session = session;
  }

  /// What a transaction gives.
  ///
  /// @param erased whether something was taken away that should not be found on the disk any more
  record Result<T>(T value, boolean erased) {}

  /// Runs a transaction, once.
  ///
  /// @throws Passing if trying again may help
  <T> T run(Function<Session, Result<T>> transaction) {
    writing.lock();
    try {
      if (stopped) {
        throw new IllegalStateException("the storage is closed");
      }
      var writer = session == null ? database.openWriter() : session;
      session = null;
      try {
        var result = transaction.apply(writer);
        if (wasKeptInShape(writer, result.erased())) {
          session = writer;
        }
        return result.value();
      } catch (RuntimeException e) {
        throw writer.judged(e);
      } finally {
        if (session == null) {
          writer.close();
          reopen();
        }
      }
    } finally {
      writing.unlock();
    }
  }

  /// What goes wrong here takes nothing back: the transaction is durable by now.
  private boolean wasKeptInShape(Session writer, boolean erased) {
    try {
      database.keepInShape(writer, erased);
      return true;
    } catch (RuntimeException e) {
      LOG.log(WARNING, "action=keep_in_shape outcome=failed", e);
      return false;
    }
  }

  private static Throwable rootOf(Throwable failure) {
    var cause = failure.getCause();
    return cause == null ? failure : rootOf(cause);
  }

  private void reopen() {
    try {
      session = database.openWriter();
    } catch (RuntimeException e) {
      // The next write tries again and tells its caller if that fails too.
      LOG.log(WARNING, "action=reopen_writer outcome=failed cause=" + rootOf(e));
    }
  }

  /// Waits for the transaction under way and lets no other begin. Returns whether it was the first
  /// to do so.
  boolean stop() {
    writing.lock();
    try {
      boolean was = stopped;
      stopped = true;
      return !was;
    } finally {
      writing.unlock();
    }
  }

  /// Closes the connection, after [#stop].
  @Override
  public void close() {
    writing.lock();
    try {
      if (session != null) {
        session.close();
        session = null;
      }
    } finally {
      writing.unlock();
    }
  }
}
