package dev.quipu.sql;

import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;

final class PostgresMigrationTest implements MigrationContract {

  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  @Override
  public SqlStorage open() {
    return SqlStorage.openPostgres(address, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }

  @Override
  public Connection connect() throws SQLException {
    return Postgres.connect(address, Use.WRITE);
  }
}
