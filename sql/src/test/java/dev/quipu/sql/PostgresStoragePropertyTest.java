package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import dev.quipu.testkit.storage.AccessFilterProperties;
import dev.quipu.testkit.storage.StorageProperties;
import java.security.SecureRandom;
import java.time.InstantSource;

/// PostgreSQL against the oracle and the access rule, with random histories.
final class PostgresStoragePropertyTest implements AccessFilterProperties, StorageProperties {

  @Override
  public Storage openEmpty() {
    return SqlStorage.openPostgres(
        PostgresAddress.parse(PostgresServer.shared().newSchema()),
        InstantSource.fixed(Names.DAWN),
        new SecureRandom());
  }
}
