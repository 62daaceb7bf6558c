package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.sql.ConnectionOpener.Use;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers map the file: they must see it shrink and grow.
class SqliteMappedReadsTest {

  private static final String COUNT = "SELECT count(*), coalesce(sum(length(said)), 0) FROM page";

  @TempDir Path folder;

  @Test
  void a_reader_sees_a_file_that_others_have_made_smaller_and_larger_again() throws Exception {
    var file = folder.resolve("some.db");
    try (var writer = Sqlite.connect(file, Use.WRITE)) {
      run(writer, "CREATE TABLE page (said BLOB)");
      fill(writer, 4_000);
      run(writer, "PRAGMA wal_checkpoint(TRUNCATE)");
      try (var reader = Sqlite.connect(file, Use.READ)) {
        assertThat(number(reader, "PRAGMA mmap_size")).isPositive();
        assertThat(number(reader, COUNT)).isEqualTo(4_000);
        long large = Files.size(file);

        run(writer, "DELETE FROM page WHERE rowid > 10");
        run(writer, "VACUUM");
        run(writer, "PRAGMA wal_checkpoint(TRUNCATE)");
        assertThat(Files.size(file)).isLessThan(large / 10);
        assertThat(number(reader, COUNT)).isEqualTo(10);

        fill(writer, 5_000);
        assertThat(number(reader, COUNT)).isEqualTo(5_010);
        run(writer, "PRAGMA wal_checkpoint(TRUNCATE)");
        assertThat(number(reader, COUNT)).isEqualTo(5_010);
      }
    }
  }

  private static void fill(Connection writer, int rows) throws SQLException {
    run(
        writer,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
            + rows
            + ") INSERT INTO page SELECT randomblob(3000) FROM n");
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(sql)) {
      return found.getLong(1);
    }
  }
}
