package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import dev.quipu.testkit.storage.StorageContract;
import java.security.SecureRandom;
import java.time.InstantSource;

final class PostgresStorageTest implements StorageContract {

  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  @Override
  public Storage open() {
    return SqlStorage.openPostgres(address, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }
}
