package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.history.EngineContract;
import dev.quipu.testkit.history.RandomHistory;
import dev.quipu.testkit.history.SeveralServersContract;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.time.InstantSource;

final class PostgresEngineTest implements EngineContract, SeveralServersContract {

  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  @Override
  public Storage open() {
    return SqlStorage.openPostgres(
        address, InstantSource.fixed(RandomHistory.BEGINNING), new SecureRandom());
  }
}
