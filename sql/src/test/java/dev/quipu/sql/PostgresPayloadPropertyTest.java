package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.payload.PayloadProperties;
import dev.quipu.testkit.postgres.PostgresServer;
import java.security.SecureRandom;
import java.time.InstantSource;

/// PostgreSQL under the engine, with random payloads.
final class PostgresPayloadPropertyTest implements PayloadProperties {

  @Override
  public Storage openEmpty(InstantSource clock, String name) {
    return SqlStorage.openPostgres(
        PostgresAddress.parse(PostgresServer.shared().newSchema()), clock, new SecureRandom());
  }
}
