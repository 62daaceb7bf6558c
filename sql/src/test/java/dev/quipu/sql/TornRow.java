package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.embedding.TextHash;
import dev.quipu.model.id.TenantId;
import java.sql.Connection;
import java.sql.SQLException;

/// What is left of a row that was written by halves.
final class TornRow {

  private static final String SELECT =
      """
      SELECT v.shelf, v.content FROM vector v JOIN vector_shelf s ON s.number = v.shelf
      WHERE s.tenant = ? AND v.text_hash = ?
      """;
  private static final String UPDATE =
      "UPDATE vector SET content = ? WHERE shelf = ? AND text_hash = ?";

  private TornRow() {}

  /// Leaves the first half of the row as it is, and zeros in place of the other.
  static void tear(Connection connection, TenantId tenant, TextHash text) throws SQLException {
    var hash = text.value().bytes();
    try (var select = connection.prepareStatement(SELECT);
        var update = connection.prepareStatement(UPDATE)) {
      select.setString(1, tenant.value());
      select.setBytes(2, hash);
      try (var row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        var content = row.getBytes(2);
        for (int i = content.length / 2; i < content.length; i++) {
          content[i] = 0;
        }
        update.setBytes(1, content);
        update.setLong(2, row.getLong(1));
        update.setBytes(3, hash);
      }
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }
}
