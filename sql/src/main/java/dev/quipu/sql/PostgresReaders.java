package dev.quipu.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.quipu.engine.storage.StorageUse;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.sql.Dialect.Fault;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Readers of a server at the other end of a network: pooled by HikariCP, which tells live
/// connections from dead ones, lets none grow old, and keeps firewalls from forgetting them.
///
/// Statements belong to the connection below the pool's: the driver keeps them prepared while a
/// connection goes from hand to hand.
final class PostgresReaders implements Readers {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /// Kept, because a level that nobody holds on to is forgotten. The pool tells of its beginning
  /// and its end; both are ours to tell.
  private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari");

  static {
    if (POOL_LOG.getLevel() == null) {
      POOL_LOG.setLevel(Level.WARNING);
    }
  }

  private final HikariDataSource pool;
  private final Dialect dialect;

  private PostgresReaders(HikariDataSource pool, Dialect dialect) {
    this.pool = pool;
    this.dialect = dialect;
  }

  static PostgresReaders open(int size, Dialect dialect, ConnectionSource source) {
    var config = new HikariConfig();
    config.setPoolName("quipu-readers");
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setAutoCommit(false);
    config.setConnectionTimeout(PATIENCE.toMillis());
    // The writer has been there already; a reader that comes later may find the server gone.
    config.setInitializationFailTimeout(-1);
    return new PostgresReaders(new HikariDataSource(config), dialect);
  }

  @Override
  public Session borrow() {
    if (pool.isClosed()) {
      throw new IllegalStateException("the storage is closed");
    }
    try {
      return new Session(pool.getConnection(), dialect);
    } catch (SQLTransientConnectionException e) {
      // The pool tells the last failure to connect, if that is what kept it.
      throw e.getCause() instanceof SQLException cause
          ? Session.translate(cause, Fault.OUTAGE)
          : new Unavailable(
              "storage.busy",
              "No connection for reading could be had in time.",
              Duration.ofSeconds(1),
              e);
    } catch (SQLException e) {
      var fault = dialect.faultOf(e);
      var outage = Session.translate(e, fault);
      throw fault == Fault.PASSING ? new Passing(outage) : outage;
    }
  }

  @Override
  public void giveBack(Session session) {
    if (session.outage() == null) {
      session.close();
    } else {
      discard(session);
    }
  }

  @Override
  public void discard(Session session) {
    session.letGo(pool::evictConnection);
    session.close();
  }

  @Override
  public StorageUse.Readers use() {
    var state = pool.getHikariPoolMXBean();
    return new StorageUse.Readers(
        state.getActiveConnections(),
        state.getIdleConnections(),
        state.getThreadsAwaitingConnection(),
        pool.getMaximumPoolSize());
  }

  @Override
  public void close() {
    pool.close();
  }
}
