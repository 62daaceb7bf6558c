package dev.quipu.sql;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.model.id.TenantId;
import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.embedding.VectorStoreContract;
import dev.quipu.testkit.postgres.PostgresServer;
import java.sql.SQLException;

final class PostgresVectorStoreTest implements VectorStoreContract {

  private final PostgresAddress address =
      PostgresAddress.parse(PostgresServer.shared().newSchema());

  @Override
  public VectorStore openVectors(String logId) {
    return SqlVectorStore.openPostgres(address, logId);
  }

  @Override
  public void damage(TenantId tenant, EmbeddingModel model, TextHash text) {
    try (var connection = Postgres.connect(address, Use.WRITE)) {
      TornRow.tear(connection, tenant, text);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
