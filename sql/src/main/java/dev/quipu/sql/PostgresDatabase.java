package dev.quipu.sql;

import dev.quipu.sql.ConnectionOpener.Use;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/// A PostgreSQL database, which any number of processes may use.
final class PostgresDatabase implements Database {

  private static final int READERS = 8;

  /// Together shorter than a caller's patience, long enough for a server that is told to restart.
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofMillis(20),
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          Duration.ofMillis(1_000));

  private final Retries retries = new Retries(PAUSES);
  private final Postgres dialect;
  private final PostgresAddress address;
  private final ConnectionOpener<PostgresAddress> opener;
  private final int readers;

  PostgresDatabase(PostgresAddress address, ConnectionOpener<PostgresAddress> opener) {
    this(address, opener, READERS);
  }

  /// @param readers how many connections may read at once
  PostgresDatabase(PostgresAddress address, ConnectionOpener<PostgresAddress> opener, int readers) {
    this.readers = readers;
    this.dialect = new Postgres(address.schema());
    this.address = address;
    this.opener = opener;
  }

  @Override
  public Session openWriter() {
    return open(Use.WRITE);
  }

  /// A connection for reading that is nobody else's.
  Session openReader() {
    return retries.run(() -> open(Use.READ));
  }

  private Session open(Use use) {
    try {
      return new Session(opener.open(address, use), dialect);
    } catch (SQLException e) {
      var fault = dialect.faultOf(e);
      var outage = Session.translate(e, fault);
      throw fault == Dialect.Fault.PASSING ? new Passing(outage) : outage;
    }
  }

  @Override
  public Readers readers() {
    return PostgresReaders.open(readers, dialect, () -> opener.open(address, Use.READ));
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
    // Its autovacuum does.
  }

  @Override
  public void scrub(Session writer) {
    // The server's own vacuum does it, in its own time.
  }

  @Override
  public void close() {
    // There is nothing beside the connections.
  }
}
