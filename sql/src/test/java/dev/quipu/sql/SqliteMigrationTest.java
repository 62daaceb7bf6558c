package dev.quipu.sql;

import dev.quipu.testkit.fixture.Names;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

final class SqliteMigrationTest implements MigrationContract {

  @TempDir private Path folder;

  @Override
  public SqlStorage open() {
    return SqlStorage.openSqlite(folder, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("quipu.db"));
  }
}
