package dev.quipu.bench.ingest;

import dev.quipu.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class PostgresIngestTest extends IngestTest {

  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.open(PostgresServer.Disk.WAITED_FOR);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  Database open() throws IOException, SQLException {
    return PostgresDatabase.at(server.address("public"));
  }
}
