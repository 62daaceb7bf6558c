package dev.quipu.sql;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.sql.Dialect.Fault;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One connection, with the statements it has prepared. Used by one thread at a time.
///
/// Statements are prepared once and kept, because preparing one costs more than running it. There
/// are some dozens, times a few shapes of callers; beyond a bound the longest unused one goes.
final class Session implements AutoCloseable {

  private static final int MAX_PREPARED = 300;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private static final int CAREFUL_GROUPS = 100;

  /// How many bytes and characters rows may have together that are left for later. One message
  /// holds them at both ends.
  private static final long MAX_OWED = 4L << 20;

  private final Connection connection;
  private final Dialect dialect;
  private final SequencedMap<String, Prepared> prepared = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<Prepared> owed = new LinkedHashSet<>();
  private final Set<Prepared> owedChanges = new LinkedHashSet<>();
  private final Set<Subject> owedAbout = new HashSet<>();
  private final FactMemory memory;
  private long owedWeight;
  private boolean apart;
  private int carefulGroups;
  private @Nullable RuntimeException outage;
  private boolean passing;
  private boolean refused;

  Session(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
    this.memory = new FactMemory(dialect.hasOtherWriters());
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
        var unused = prepared.pollFirstEntry().getValue();
        if (owed.contains(unused) || owedChanges.contains(unused)) {
          putRows();
        }
        unused.close();
      }
      return made;
    } catch (SQLException e) {
      throw translated(e);
    }
  }

  void run(String sql) {
    sql(sql).run();
  }

  /// Leaves the row that a statement has been given for later. Many rows of one table are put side
  /// by side in an index, and travel together to a database that is far away.
  ///
  /// @param about what questions have to wait for it
  void owe(Prepared statement, List<Subject> about, long weight) {
    owed.add(statement);
    owe(about, weight);
  }

  /// The same of a change to a row that is there, or is owed.
  void oweChange(Prepared statement, List<Subject> about, long weight) {
    owedChanges.add(statement);
    owe(about, weight);
  }

  private void owe(List<Subject> about, long weight) {
    owedAbout.addAll(about);
    owedWeight += weight;
    if (owedWeight > MAX_OWED) {
      putRows();
    }
  }

  boolean owesRowsAbout(Subject subject) {
    return owedAbout.contains(subject);
  }

  /// Puts the rows that were left for later, table by table, and then changes those that are to be
  /// changed.
  void putRows() {
    owed.forEach(Prepared::putRows);
    owedChanges.forEach(Prepared::putRows);
    forgetOwed();
  }

  /// Forgets them, because their unit has failed.
  void dropRows() {
    owed.forEach(Prepared::dropRows);
    owedChanges.forEach(Prepared::dropRows);
    forgetOwed();
  }

  private void forgetOwed() {
    owed.clear();
    owedChanges.clear();
    owedAbout.clear();
    owedWeight = 0;
  }

  /// Called before every statement: it is to find the rows that were put before it.
  void beforeRunning() {
    if (!apart && !(owed.isEmpty() && owedChanges.isEmpty())) {
      putRows();
    }
  }

  /// Asks something that has nothing to do with the rows that were left for later; they may stay
  /// where they are.
  <T> @Nullable T apart(Supplier<@Nullable T> question) {
    boolean was = apart;
    apart = true;
    try {
      return question.get();
    } finally {
      apart = was;
    }
  }

  void beginWriting() {
    dialect.beginWriting(this);
  }

  void beginReading() {
    dialect.beginReading(this);
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

  /// What to throw in place of a failure, which says so if another connection may help.
  RuntimeException judged(RuntimeException failure) {
    return passing && failure.equals(outage) ? new Passing(failure) : failure;
  }

  /// Whether a row was refused since the last call. An engine may refuse to go on after that until
  /// something is rolled back, so nobody may shrug it off.
  boolean hasRefusedRow() {
    boolean was = refused;
    refused = false;
    return was;
  }

  /// What to throw because a row is not what a unit takes it for.
  RowRefused refused(String why) {
    refused = true;
    return new RowRefused(why);
  }

  RuntimeException translated(SQLException failure) {
    var fault = dialect.faultOf(failure);
    var translated = translate(failure, fault);
    if (fault == Fault.ROW) {
      refused = true;
    } else if (outage == null) {
      outage = translated;
      passing = fault == Fault.PASSING;
    }
    return translated;
  }

  static RuntimeException translate(SQLException failure, Fault fault) {
    return switch (fault) {
      case ROW -> new RowRefused(failure);
      case DAMAGE ->
          new Corrupt("storage.corrupt", "database", "The database is damaged.", failure);
      case PASSING, OUTAGE ->
          new Unavailable(
              "storage.unavailable",
              "The storage cannot do this just now; nothing was changed.",
              RETRY_AFTER,
              failure);
    };
  }

  /// Tells whoever lent the connection that it is not to be lent again.
  void letGo(Consumer<Connection> lender) {
    lender.accept(connection);
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
