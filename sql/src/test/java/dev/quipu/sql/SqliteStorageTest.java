package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.storage.StorageContract;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStorageTest implements StorageContract {

  private final FailingConnections<Path> connections = FailingConnections.ofSqlite();

  @TempDir private Path folder;

  @Override
  public Storage open() {
    return SqlStorage.openSqlite(
        folder, InstantSource.fixed(Names.DAWN), new SecureRandom(), connections);
  }

  @Override
  public Vessel openVessel(KeyPair checkpoints) {
    return SqlStorage.openSqliteVessel(
        folder, checkpoints, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }

  @Override
  public boolean failNextCommit(Storage storage) {
    connections.failNext("COMMIT");
    return true;
  }
}
