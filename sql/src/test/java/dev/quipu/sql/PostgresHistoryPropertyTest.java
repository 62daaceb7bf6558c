package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.history.HistoryProperties;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.time.InstantSource;

/// PostgreSQL under the engine, with random histories.
final class PostgresHistoryPropertyTest implements HistoryProperties {

  @Override
  public Storage openEmpty(InstantSource clock) {
    return SqlStorage.openPostgres(
        PostgresAddress.parse(PostgresServer.shared().newSchema()), clock, new SecureRandom());
  }
}
