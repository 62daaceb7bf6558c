package dev.quipu.sql;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.Unavailable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// One connection, with the statements it has prepared. Used by one thread at a time.
///
/// Statements are prepared once and kept, because preparing one costs more than running it. There
/// are some dozens, times a few shapes of callers; beyond a bound the longest unused one goes.
final class Session implements AutoCloseable {

  private static final int MAX_PREPARED = 300;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private static final int CAREFUL_GROUPS = 100;

  private final Connection connection;
  private final Dialect dialect;
  private final SequencedMap<String, Prepared> prepared = new LinkedHashMap<>(16, 0.75f, true);
  private final FactMemory memory = new FactMemory();
  private int carefulGroups;
  private @Nullable RuntimeException outage;

  Session(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /// Whether groups are to give each unit a savepoint. Counts the groups that do.
  boolean isCareful() {
    if (carefulGroups == 0) {
      return false;
    }
    carefulGroups--;
    return true;
  }

  /// A unit has failed half-way. Where one did, more may: running them twice would let a caller
  /// double the work of everybody.
  void beCareful() {
    carefulGroups = CAREFUL_GROUPS;
  }

  /// For the session that writes.
  FactMemory memory() {
    return memory;
  }

  Dialect dialect() {
    return dialect;
  }

  /// A statement, its parameters still to be bound.
  Prepared sql(String sql) {
    var known = prepared.get(sql);
    if (known != null) {
      return known.again();
    }
    try {
      var made = new Prepared(this, connection.prepareStatement(sql));
      prepared.put(sql, made);
      if (prepared.size() > MAX_PREPARED) {
        prepared.pollFirstEntry().getValue().close();
      }
      return made;
    } catch (SQLException e) {
      throw translated(e);
    }
  }

  void run(String sql) {
    sql(sql).run();
  }

  void beginWriting() {
    run(dialect.beginWriting());
  }

  void beginReading() {
    run(dialect.beginReading());
  }

  void commit() {
    run("COMMIT");
  }

  void rollBack() {
    run("ROLLBACK");
  }

  /// What went wrong with the connection itself, if anything did: then nothing that was done in the
  /// open transaction counts, whoever may have caught the exception on its way.
  @Nullable RuntimeException outage() {
    return outage;
  }

  RuntimeException translated(SQLException failure) {
    var translated = translate(failure, dialect);
    if (!(translated instanceof Collision) && outage == null) {
      outage = translated;
    }
    return translated;
  }

  static RuntimeException translate(SQLException failure, Dialect dialect) {
    return switch (dialect.faultOf(failure)) {
      case COLLISION -> new Collision(failure);
      case DAMAGE ->
          new Corrupt("storage.corrupt", "database", "The database is damaged.", failure);
      case OUTAGE ->
          new Unavailable(
              "storage.unavailable",
              "The storage cannot do this just now; nothing was changed.",
              RETRY_AFTER,
              failure);
    };
  }

  /// A connection that cannot even be closed is gone already; nobody could do more about it.
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      System.getLogger("dev.quipu.sql")
          .log(System.Logger.Level.WARNING, "action=close_connection outcome=failed", e);
    }
  }
}
