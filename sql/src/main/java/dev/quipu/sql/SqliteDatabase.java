package dev.quipu.sql;

import static java.lang.System.Logger.Level.WARNING;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.sql.ConnectionOpener.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

/// The SQLite database of a data folder, which nobody else may use.
///
/// One connection writes, a few read. SQLite lets them go on side by side: a reader sees the last
/// commit before it began, and no writer waits for it.
final class SqliteDatabase implements Database {

  private static final String FILE = "quipu.db";
  private static final int READERS = 8;

  private final Sqlite dialect = new Sqlite();
  private final Retries retries = Retries.none();
  private final FolderLock folder;
  private final Path file;
  private final ConnectionOpener<Path> opener;
  private final WalLimit wal;

  private SqliteDatabase(FolderLock folder, Path file, ConnectionOpener<Path> opener) {
    this.folder = folder;
    this.file = file;
    this.opener = opener;
    this.wal = new WalLimit(file.resolveSibling(FILE + "-wal"), Sqlite.WAL_BYTES);
  }

  static SqliteDatabase open(Path folder, ConnectionOpener<Path> opener) {
    try {
      PrivateFiles.createFolder(folder);
      var lock = FolderLock.take(folder);
      try {
        var file = folder.toRealPath().resolve(FILE);
        // SQLite gives its further files the permissions of this one.
        PrivateFiles.createFile(file);
        SqliteFile.refuseIfForeign(file);
        return new SqliteDatabase(lock, file, opener);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new Unavailable(
          "storage.unavailable",
          "The data folder " + folder + " cannot be used.",
          Duration.ofSeconds(1),
          e);
    }
  }

  /// A connection for reading beside whoever has the folder.
  static Session openReader(Path folder) {
    var file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new Unavailable(
          "storage.schema", "There is no Quipu in the folder " + folder + ".", Duration.ZERO);
    }
    return session(file, Use.READ, new Sqlite(), Sqlite::connect);
  }

  @Override
  public Session openWriter() {
    var writer = session(Use.WRITE);
    try {
      SqliteFile.mark(writer);
      return writer;
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
  }

  @Override
  public Readers readers() {
    return new SqliteReaders(READERS, () -> session(Use.READ));
  }

  private Session session(Use use) {
    return session(file, use, dialect, opener);
  }

  private static Session session(
      Path file, Use use, Sqlite dialect, ConnectionOpener<Path> opener) {
    try {
      return new Session(opener.open(file, use), dialect);
    } catch (SQLException e) {
      throw Session.translate(e, dialect.faultOf(e));
    }
  }

  @Override
  public Retries retries() {
    return retries;
  }

  @Override
  public boolean hasOtherWriters() {
    return dialect.hasOtherWriters();
  }

  @Override
  public void keepInShape(Session writer, boolean erased) {
    if (erased) {
      wal.empty();
    }
    wal.hold(writer);
  }

  @Override
  public void scrub(Session writer) {
    SqliteFile.writeAnew(file, writer);
  }

  /// SQLite has copied the write-ahead log into the database when the last connection went.
  @Override
  public void close() {
    try {
      folder.close();
    } catch (IOException e) {
      System.getLogger("dev.quipu.sql").log(WARNING, "action=unlock_folder outcome=failed", e);
    }
  }
}
