package dev.quipu.sql;

import static java.lang.System.Logger.Level.WARNING;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.SigningKeys;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.sql.ConnectionOpener.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Log and views in an SQL database. Thread-safe.
///
/// One connection writes, a few read. SQLite lets them go on side by side: a reader sees the last
/// commit before it began, and no writer waits for it.
public final class SqlStorage implements Storage {

  private static final System.Logger LOG = System.getLogger("dev.quipu.sql");

  private static final String DATABASE = "quipu.db";
  private static final int READERS = 8;

  private final FolderLock folder;
  private final Supplier<Session> writers;
  private final WalLimit wal;
  private final Readers readers;
  private final InstantSource clock;
  private final Identity identity;

  /// Guards the writer and its session.
  private final ReentrantLock writing = new ReentrantLock();

  private @Nullable Session writer;
  private boolean closed;

  private SqlStorage(
      FolderLock folder,
      Supplier<Session> writers,
      WalLimit wal,
      Readers readers,
      InstantSource clock,
      Identity identity,
      Session writer) {
    this.folder = folder;
    this.writers = writers;
    this.wal = wal;
    this.readers = readers;
    this.clock = clock;
    this.identity = identity;
    this.writer = writer;
  }

  /// Opens the SQLite database of a data folder, and makes both if they are not there.
  ///
  /// @param clock for what lapses
  /// @param random for the name and the secrets of a new history
  /// @throws Unavailable if another process has the folder, or a newer program has written it
  public static SqlStorage openSqlite(Path folder, InstantSource clock, SecureRandom random) {
    return openSqlite(folder, clock, random, Sqlite::connect);
  }

  static SqlStorage openSqlite(
      Path folder, InstantSource clock, SecureRandom random, ConnectionOpener opener) {
    FolderLock lock = null;
    Session writer = null;
    try {
      PrivateFiles.createFolder(folder);
      lock = FolderLock.take(folder);
      var database = folder.toRealPath().resolve(DATABASE);
      // SQLite gives its further files the permissions of this one.
      PrivateFiles.createFile(database);
      var dialect = new Sqlite();
      Function<Use, Session> sessions =
          use -> {
            try {
              return new Session(opener.open(database, use), dialect);
            } catch (SQLException e) {
              throw Session.translate(e, dialect);
            }
          };
      writer = sessions.apply(Use.WRITE);
      Migrations.run(writer);
      var identity = Identity.of(writer, clock, random);
      var readers = new Readers(READERS, () -> sessions.apply(Use.READ));
      var wal = new WalLimit(database.resolveSibling(DATABASE + "-wal"), Sqlite.WAL_BYTES);
      return new SqlStorage(
          lock, () -> sessions.apply(Use.WRITE), wal, readers, clock, identity, writer);
    } catch (IOException e) {
      closeAfterFailure(lock, writer);
      throw new Unavailable(
          "storage.unavailable",
          "The data folder " + folder + " cannot be used.",
          Duration.ofSeconds(1),
          e);
    } catch (RuntimeException | Error e) {
      closeAfterFailure(lock, writer);
      throw e;
    }
  }

  private static void closeAfterFailure(@Nullable FolderLock lock, @Nullable Session writer) {
    if (writer != null) {
      writer.close();
    }
    if (lock != null) {
      closeQuietly(lock);
    }
  }

  private static void closeQuietly(FolderLock lock) {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.log(WARNING, "action=unlock_folder outcome=failed", e);
    }
  }

  @Override
  public String logId() {
    return identity.logId();
  }

  @Override
  public SigningKeys signingKeys() {
    return identity.keys();
  }

  @Override
  public List<Fate> commit(List<Unit> units) {
    return units.isEmpty() ? List.of() : write(session -> commit(session, units));
  }

  private List<Fate> commit(Session session, List<Unit> units) {
    var group = new Group(session, clock);
    var fates = group.commit(units);
    if (group.hasErased()) {
      wal.empty();
    }
    return fates;
  }

  @Override
  public Snapshot read(ReadScope scope) {
    return SqlSnapshot.begin(readers, scope);
  }

  @Override
  public void touch(Map<TenantId, Instant> lastUsed) {
    if (!lastUsed.isEmpty()) {
      write(
          session -> {
            LastUsedTable.put(session, lastUsed);
            return true;
          });
    }
  }

  @Override
  public Map<TenantId, Instant> lastUsed() {
    var session = readers.borrow();
    try {
      return LastUsedTable.read(session);
    } finally {
      readers.giveBack(session);
    }
  }

  /// Runs one transaction on the writer's connection. If anything goes wrong with it, nobody knows
  /// what state the connection is in: it is closed, which rolls back, and another one is opened.
  private <T> T write(Function<Session, T> transaction) {
    writing.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the storage is closed");
      }
      var session = writer == null ? writers.get() : writer;
      writer = null;
      try {
        var result = transaction.apply(session);
        if (wasKeptInShape(session)) {
          writer = session;
        }
        return result;
      } finally {
        if (writer == null) {
          session.close();
          reopen();
        }
      }
    } finally {
      writing.unlock();
    }
  }

  /// What goes wrong here takes nothing back: the transaction is durable by now.
  private boolean wasKeptInShape(Session session) {
    try {
      wal.hold(session);
      return true;
    } catch (RuntimeException e) {
      LOG.log(WARNING, "action=shorten_wal outcome=failed", e);
      return false;
    }
  }

  private void reopen() {
    try {
      writer = writers.get();
    } catch (RuntimeException e) {
      // The next write tries again and tells its caller if that fails too.
      LOG.log(WARNING, "action=reopen_writer outcome=failed", e);
    }
  }

  /// SQLite copies the write-ahead log into the database when the last connection goes.
  @Override
  public void close() {
    writing.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      readers.close();
      if (writer != null) {
        writer.close();
        writer = null;
      }
      folder.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writing.unlock();
    }
  }
}
