package dev.quipu.sql;

import dev.quipu.model.id.TenantId;
import dev.quipu.sql.ConnectionOpener.Use;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TempStore;
import org.sqlite.SQLiteErrorCode;

/// SQLite's words, and how we open it.
final class Sqlite implements Dialect {

  /// Pages in the write-ahead log before a commit also copies them into the database. A copy costs
  /// three fsyncs; SQLite's own 1,000 pages would come to one copy for some hundred events. 16 MB
  /// make it a thousandth of an fsync per event, and are copied in tens of milliseconds.
  private static final int CHECKPOINT_PAGES = 4_000;

  /// Eight times what it is when it is copied regularly. To make the file short, a commit waits for
  /// readers, and those after it wait for the file to grow again: at twice, which the index reached
  /// all the time in a bulk of payloads by reading along, that was a third of all writing.
  static final long WAL_BYTES = 128L << 20;

  private static final int WRITER_CACHE_KIB = 32 << 10;
  private static final int READER_CACHE_KIB = 8 << 10;

  /// What readers see of the file through memory that is mapped to it; the rest they read. A
  /// question looks at pages all over the file, and a call of the system for each was a third of
  /// its time.
  private static final long MAPPED_BYTES = 2047L << 20;

  /// Nobody but us has the file open, so a wait is for our own reader or writer to finish a step.
  static final Duration BUSY = Duration.ofSeconds(5);

  private static final Map<String, String> WORDS =
      Map.of("text", "TEXT", "bytes", "BLOB", "clustered", " WITHOUT ROWID");

  private static final String SELECT_TABLE =
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";

  private static final int DERIVED_CACHE_KIB = 4 << 10;

  /// A vector has 1,536 bytes as a rule: two of them in a page of SQLite's own size would leave a
  /// quarter of it empty.
  private static final int DERIVED_PAGE_BYTES = 8 << 10;

  private static final int DERIVED_CHECKPOINT_PAGES = 1_000;

  /// What our own statements, which are known to be sound, meet only where the file is not as we
  /// wrote it.
  private static final Set<Integer> ODD =
      Set.of(
          SQLiteErrorCode.SQLITE_ERROR.code,
          SQLiteErrorCode.SQLITE_INTERNAL.code,
          SQLiteErrorCode.SQLITE_READONLY.code,
          SQLiteErrorCode.SQLITE_EMPTY.code,
          SQLiteErrorCode.SQLITE_SCHEMA.code,
          SQLiteErrorCode.SQLITE_TOOBIG.code,
          SQLiteErrorCode.SQLITE_CONSTRAINT.code,
          SQLiteErrorCode.SQLITE_MISMATCH.code,
          SQLiteErrorCode.SQLITE_FORMAT.code,
          SQLiteErrorCode.SQLITE_RANGE.code);

  private final boolean derived;

  Sqlite() {
    this(false);
  }

  private Sqlite(boolean derived) {
    this.derived = derived;
  }

  /// For a file that can be made again: in doubt, it is damaged.
  static Sqlite derived() {
    return new Sqlite(true);
  }

  static Connection connect(Path database, Use use) throws SQLException {
    var config = new SQLiteConfig();
    switch (use) {
      case WRITE -> {
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setCacheSize(-WRITER_CACHE_KIB);
      }
      case READ -> {
        config.setCacheSize(-READER_CACHE_KIB);
        config.setPragma(Pragma.MMAP_SIZE, Long.toString(MAPPED_BYTES));
      }
    }
    return connect(database, use, config, CHECKPOINT_PAGES);
  }

  /// To a file that can be made again: a commit does not wait for the disk. One that a power cut
  /// takes away leaves the file whole.
  static Connection connectDerived(Path database, Use use) throws SQLException {
    var config = new SQLiteConfig();
    config.setSynchronous(SynchronousMode.NORMAL);
    config.setCacheSize(-DERIVED_CACHE_KIB);
    var connection = connect(database, use, config, DERIVED_CHECKPOINT_PAGES);
    if (use == Use.WRITE) {
      try (var statement = connection.createStatement()) {
        // In this order, which the driver does not keep: a database with such a log has its pages.
        statement.execute("PRAGMA page_size = " + DERIVED_PAGE_BYTES);
        statement.execute("PRAGMA journal_mode = WAL");
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    }
    return connection;
  }

  private static Connection connect(
      Path database, Use use, SQLiteConfig config, int checkpointPages) throws SQLException {
    config.setBusyTimeout((int) BUSY.toMillis());
    // Savepoints keep the pages they may have to put back in a temporary file otherwise.
    config.setTempStore(TempStore.MEMORY);
    // Else the driver asks for the last row's number after every insert: a sixth of a commit.
    config.setGetGeneratedKeys(false);
    switch (use) {
      case WRITE -> config.setPragma(Pragma.SECURE_DELETE, "ON");
      case READ -> config.setReadOnly(true);
    }
    var connection = config.createConnection("jdbc:sqlite:" + database);
    try (var statement = connection.createStatement()) {
      if (use == Use.WRITE) {
        statement.execute("PRAGMA wal_autocheckpoint = " + checkpointPages);
      }
      // We say BEGIN and COMMIT ourselves; a driver in auto-commit would try a BEGIN of its own
      // before every statement. Leaving that mode begins a transaction, so that one is ended.
      connection.setAutoCommit(false);
      statement.execute("COMMIT");
    }
    return connection;
  }

  @Override
  public Map<String, String> words() {
    return WORDS;
  }

  /// Nobody else's write can make it fail half-way, nor come between.
  @Override
  public void beginWriting(Session session) {
    session.run("BEGIN IMMEDIATE");
  }

  @Override
  public void beginAlone(Session session) {
    beginWriting(session);
  }

  @Override
  public void lock(Session session, SortedSet<TenantId> tenants) {
    // The whole database is locked by now.
  }

  @Override
  public void beginReading(Session session) {
    session.run("BEGIN");
  }

  @Override
  public boolean hasTable(Session session, String name) {
    return session.sql(SELECT_TABLE).text(name).any();
  }

  @Override
  public boolean losesAnswers() {
    return false;
  }

  @Override
  public boolean hasOtherWriters() {
    return false;
  }

  @Override
  public boolean isFarAway() {
    return false;
  }

  @Override
  public String now() {
    return "CAST(unixepoch('subsec') * 1000000 AS INTEGER)";
  }

  @Override
  public String skippingLocked() {
    return "";
  }

  @Override
  public Fault faultOf(SQLException failure) {
    // The low byte is the kind; the rest only refines it.
    int kind = failure.getErrorCode() & 0xff;
    if (derived && ODD.contains(kind)) {
      return Fault.DAMAGE;
    }
    if (kind == SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
      return Fault.ROW;
    }
    if (kind == SQLiteErrorCode.SQLITE_CORRUPT.code || kind == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return Fault.DAMAGE;
    }
    return Fault.OUTAGE;
  }
}
