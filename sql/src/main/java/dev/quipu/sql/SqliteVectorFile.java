package dev.quipu.sql;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.sql.ConnectionOpener.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;

/// The SQLite database of a data folder that holds vectors alone. Whoever has the folder's lock has
/// this file to itself.
final class SqliteVectorFile implements Database {

  /// Those who follow the log, and a few more: whoever asks a question never looks here.
  private static final int READERS = 3;

  private static final long WAL_BYTES = 16L << 20;

  private static final String SELECT_ANY_TABLE = "SELECT 1 FROM sqlite_master";

  private final Sqlite dialect = Sqlite.derived();
  private final Retries retries = Retries.none();
  private final Path file;
  private final ConnectionOpener<Path> opener;
  private final WalLimit wal;

  SqliteVectorFile(Path file, ConnectionOpener<Path> opener) {
    this.file = file;
    this.opener = opener;
    this.wal = new WalLimit(file.resolveSibling(file.getFileName() + "-wal"), WAL_BYTES);
  }

  @Override
  public Session openWriter() {
    try {
      // SQLite gives its further files the permissions of this one.
      PrivateFiles.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var writer = session(Use.WRITE);
    try {
      refuseIfForeign(writer);
      return writer;
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
  }

  private void refuseIfForeign(Session session) {
    if (session.sql(SELECT_ANY_TABLE).any() && !Migrations.VECTORS.isThere(session)) {
      throw new Corrupt("storage.corrupt", file.toString(), "Another program's database.");
    }
  }

  @Override
  public Readers readers() {
    return new SqliteReaders(READERS, () -> session(Use.READ));
  }

  private Session session(Use use) {
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

  @Override
  public void close() {
    // There is nothing beside the connections.
  }
}
