package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.history.EngineContract;
import dev.quipu.testkit.history.RandomHistory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/// An engine on SQLite.
final class SqliteEngineTest implements EngineContract {

  @TempDir private Path folder;

  @Override
  public Storage open() {
    return SqlStorage.openSqlite(
        folder,
        InstantSource.fixed(RandomHistory.BEGINNING),
        new SecureRandom(),
        HastyConnections::open);
  }
}
