package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.PostgresServer;
import dev.quipu.testkit.storage.StorageContract;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.InstantSource;

final class PostgresStorageTest implements StorageContract {

  private static final String DISK_FULL = "53100";

  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());
  private final FailingConnections<PostgresAddress> connections =
      FailingConnections.ofPostgres(DISK_FULL);

  @Override
  public Storage open() {
    return SqlStorage.openPostgres(
        address, InstantSource.fixed(Names.DAWN), new SecureRandom(), connections);
  }

  @Override
  public Vessel openVessel(KeyPair checkpoints) {
    return SqlStorage.openPostgresVessel(
        address, checkpoints, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }

  @Override
  public boolean failNextCommit(Storage storage) {
    connections.failNext("COMMIT");
    return true;
  }
}
