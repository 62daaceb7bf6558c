package dev.quipu.sql;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.SigningKeys;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.StorageUse;
import dev.quipu.engine.storage.Unit;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.sql.Writer.Result;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;

/// Log and views in an SQL database. Thread-safe.
public final class SqlStorage implements Storage {

  private final Database database;
  private final Writer writer;
  private final Readers readers;
  private final InstantSource clock;
  private final Identity identity;

  private SqlStorage(
      Database database, Session writer, Readers readers, InstantSource clock, Identity identity) {
    this.database = database;
    this.writer = new Writer(database, writer);
    this.readers = readers;
    this.clock = clock;
    this.identity = identity;
  }

  /// Opens the SQLite database of a data folder, and makes both if they are not there.
  ///
  /// @param clock for what lapses
  /// @param random for the name and the secrets of a new history
  /// @throws Unavailable if another process has the folder, or another program or a newer one has
  ///   written the file
  public static SqlStorage openSqlite(Path folder, InstantSource clock, SecureRandom random) {
    return openSqlite(folder, clock, random, Sqlite::connect);
  }

  static SqlStorage openSqlite(
      Path folder, InstantSource clock, SecureRandom random, ConnectionOpener<Path> opener) {
    return open(SqliteDatabase.open(folder, opener), identity(clock, random), clock);
  }

  /// Opens the SQLite database of a data folder to be filled; both are made if they are not there.
  ///
  /// @throws Conflict if something is in it
  public static Vessel openSqliteVessel(
      Path folder, KeyPair checkpoints, InstantSource clock, SecureRandom random) {
    var database = SqliteDatabase.open(folder, Sqlite::connect);
    return new SqlVessel(open(database, adopting(checkpoints, clock, random), clock));
  }

  /// Reads the SQLite database of a data folder, also while another process serves it. Nothing is
  /// written, and no lock taken that would keep the other from writing.
  ///
  /// @throws Unavailable if there is none
  public static Cut openSqliteCut(Path folder) {
    return SqlCut.begin(SqliteDatabase.openReader(folder));
  }

  /// Opens a PostgreSQL database, and makes the tables if they are not there. Any number of
  /// processes may have it open.
  ///
  /// @param clock for what lapses
  /// @param random for the name and the secrets of a new history
  /// @throws Unavailable if it cannot be reached, or a newer program has written it
  public static SqlStorage openPostgres(
      PostgresAddress address, InstantSource clock, SecureRandom random) {
    return openPostgres(address, clock, random, Postgres::connect);
  }

  static SqlStorage openPostgres(
      PostgresAddress address,
      InstantSource clock,
      SecureRandom random,
      ConnectionOpener<PostgresAddress> opener) {
    var database = new PostgresDatabase(address, opener);
    return Unreachable.explained(address, () -> open(database, identity(clock, random), clock));
  }

  /// Opens a PostgreSQL database to be filled, and makes the tables if they are not there.
  ///
  /// @throws Conflict if something is in it
  public static Vessel openPostgresVessel(
      PostgresAddress address, KeyPair checkpoints, InstantSource clock, SecureRandom random) {
    var database = new PostgresDatabase(address, Postgres::connect);
    return new SqlVessel(
        Unreachable.explained(
            address, () -> open(database, adopting(checkpoints, clock, random), clock)));
  }

  /// Reads a PostgreSQL database, whoever else uses it. Nothing is written.
  ///
  /// @throws Unavailable if there is nothing of ours in it
  public static Cut openPostgresCut(PostgresAddress address) {
    var database = new PostgresDatabase(address, Postgres::connect);
    return SqlCut.begin(Unreachable.explained(address, database::openReader));
  }

  private static Function<Session, Identity> identity(InstantSource clock, SecureRandom random) {
    return session -> Identity.of(session, clock, random);
  }

  private static Function<Session, Identity> adopting(
      KeyPair checkpoints, InstantSource clock, SecureRandom random) {
    return session -> Identity.adopting(session, checkpoints, clock, random);
  }

  private static SqlStorage open(
      Database database, Function<Session, Identity> identity, InstantSource clock) {
    Session writer = null;
    try {
      writer = database.retries().run(database::openWriter);
      Migrations.LOG.run(writer);
      var known = identity.apply(writer);
      if (!writer.dialect().hasOtherWriters()) {
        LeaseTable.releaseAll(writer);
      }
      return new SqlStorage(database, writer, database.readers(), clock, known);
    } catch (RuntimeException | Error e) {
      if (writer != null) {
        writer.close();
      }
      database.close();
      throw e;
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
    return units.isEmpty() ? List.of() : database.retries().run(() -> commitOnce(units));
  }

  private List<Fate> commitOnce(List<Unit> units) {
    try {
      return writer.run(
          session -> {
            var group = new Group(session, clock);
            var fates = group.commit(units);
            return new Result<>(fates, group.hasErased());
          });
    } catch (InDoubt doubt) {
      if (wasCommitted(doubt)) {
        return doubt.fates();
      }
      throw doubt.failure();
    }
  }

  /// Units run again write their entries again. So a commit whose answer got lost is only tried
  /// again once it is certain that it came to nothing.
  private boolean wasCommitted(InDoubt doubt) {
    try {
      return database
          .retries()
          .run(() -> writer.run(session -> new Result<>(doubt.happened(session), false)));
    } catch (Unavailable e) {
      throw new Unavailable(
          "storage.in_doubt",
          "The storage was lost at the very moment of writing: this may have been written or not."
              + " Send it again with the same event_id or Idempotency-Key.",
          Duration.ofSeconds(1),
          e);
    }
  }

  @Override
  public Snapshot read(ReadScope scope) {
    return database.retries().run(() -> SqlSnapshot.begin(readers, scope));
  }

  @Override
  public SortedSet<TenantId> tenants() {
    return reading(Standing::names);
  }

  @Override
  public Cut cut() {
    return database.retries().run(() -> SqlCut.begin(readers));
  }

  /// Takes away the mark of a storage that was being filled.
  void endFilling() {
    database
        .retries()
        .run(
            () ->
                writer.run(
                    session -> {
                      identity.release(session);
                      return new Result<>(true, false);
                    }));
  }

  @Override
  public void touch(Map<TenantId, Instant> lastUsed) {
    if (!lastUsed.isEmpty()) {
      writing(
          session -> {
            LastUsedTable.put(session, lastUsed);
            return true;
          });
    }
  }

  @Override
  public Map<TenantId, Instant> lastUsed() {
    return reading(LastUsedTable::read);
  }

  @Override
  public boolean hasOtherWriters() {
    return database.hasOtherWriters();
  }

  /// Not tried again: whoever asks often asks again anyway.
  @Override
  public Map<TenantId, Long> touched(Collection<TenantId> tenants) {
    try {
      return reading(session -> TouchedColumn.read(session, tenants));
    } catch (Passing e) {
      throw e.outage();
    }
  }

  @Override
  public boolean lease(String name, String holder, Duration term) {
    return writing(session -> LeaseTable.take(session, name, holder, term));
  }

  @Override
  public void release(String name, String holder) {
    writing(
        session -> {
          LeaseTable.release(session, name, holder);
          return true;
        });
  }

  /// What is written here may be written twice: a commit whose answer got lost is tried again.
  private <T> T writing(Function<Session, T> work) {
    return database
        .retries()
        .run(() -> writer.run(session -> new Result<>(work.apply(session), false)));
  }

  private <T> T reading(Function<Session, T> read) {
    var session = readers.borrow();
    try {
      session.beginReading();
      var found = read.apply(session);
      session.commit();
      return found;
    } finally {
      readers.giveBack(session);
    }
  }

  @Override
  public void scrub() {
    database
        .retries()
        .run(
            () ->
                writer.run(
                    session -> {
                      database.scrub(session);
                      return new Result<>(true, true);
                    }));
  }

  @Override
  public StorageUse use() {
    var retries = database.retries();
    return new StorageUse(readers.use(), retries.retries(), retries.outages());
  }

  /// The writer's connection goes last: only one that may write can leave SQLite's file whole.
  @Override
  public void close() {
    if (writer.stop()) {
      readers.close();
      writer.close();
      database.close();
    }
  }
}
