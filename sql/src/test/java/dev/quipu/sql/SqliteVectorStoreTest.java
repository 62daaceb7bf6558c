package dev.quipu.sql;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.embedding.VectorStoreContract;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

final class SqliteVectorStoreTest implements VectorStoreContract {

  @TempDir private Path folder;

  @Override
  public VectorStore openVectors(String logId) {
    return SqlVectorStore.openSqlite(folder, logId);
  }

  @Override
  public void damage(TenantId tenant, EmbeddingModel model, TextHash text) {
    try (var connection =
        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("vectors.db"))) {
      TornRow.tear(connection, tenant, text);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
