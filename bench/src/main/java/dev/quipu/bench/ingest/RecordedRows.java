package dev.quipu.bench.ingest;

import dev.quipu.model.id.TenantId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Every row that a run of the engine left behind, by the position of the entry that made it, and
/// the statements that make the tables. Made from the database, so it cannot flatter either side.
///
/// @param schema what makes the tables and indexes
/// @param standing the rows that are there from the start or moved by every commit
public record RecordedRows(List<String> schema, List<Table> tables, Standing standing) {

  /// The rows of one table, in the order of their positions.
  public record Table(String name, int columns, List<Row> rows) {

    String insert() {
      return "INSERT INTO " + name + " VALUES (" + "?, ".repeat(columns - 1) + "?)";
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Row(long position, Object[] cells) {}

  /// The one tenant and its space.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Standing(Object[] tenant, Object[] space) {}

  /// The tables that grow with the log, each with whose its rows are and the position that they
  /// came with. An audience comes with the first object that it can see, what is adjacent with its
  /// edge.
  private enum Growing {
    LOG("log", "tenant", "position"),
    CHECKPOINT("checkpoint", "tenant", "position"),
    OBJECT("object", "space", "created"),
    VERSION("version", "space", "position"),
    SPAN("span", "space", "sys_from"),
    LIST_KEY("list_key", "space", "created"),
    ADJACENT(
        "adjacent",
        "space",
        "(SELECT o.created FROM object o WHERE o.space = adjacent.space AND o.type = 'edge' AND"
            + " o.id = adjacent.edge_id)"),
    AUDIENCE(
        "audience",
        "space",
        "(SELECT MIN(o.created) FROM object o WHERE o.space = audience.space AND o.audience ="
            + " audience.audience)");

    final String table;
    final String owner;
    final String position;

    Growing(String table, String owner, String position) {
      this.table = table;
      this.owner = owner;
      this.position = position;
    }
  }

  /// Reads the rows of one tenant.
  static RecordedRows read(Connection connection, TenantId tenant, List<String> schema)
      throws SQLException {
    var number = "(SELECT number FROM tenant WHERE name = '%s')".formatted(tenant.value());
    var space = "(SELECT active_space FROM tenant WHERE name = '%s')".formatted(tenant.value());
    var tables = new ArrayList<Table>();
    for (var growing : Growing.values()) {
      var owner = growing.owner.equals("tenant") ? number : space;
      tables.add(table(connection, growing, owner));
    }
    var standing =
        new Standing(only(connection, "tenant", number), only(connection, "space", space));
    return new RecordedRows(schema, tables, standing);
  }

  public long rows() {
    return tables.stream().mapToLong(table -> table.rows().size()).sum();
  }

  private static Table table(Connection connection, Growing growing, String owner)
      throws SQLException {
    var sql =
        "SELECT %2$s AS at_position, %1$s.* FROM %1$s WHERE %1$s.%3$s = %4$s ORDER BY at_position"
            .formatted(growing.table, growing.position, growing.owner, owner);
    try (var statement = connection.createStatement();
        var results = statement.executeQuery(sql)) {
      int columns = results.getMetaData().getColumnCount() - 1;
      var rows = new ArrayList<Row>();
      while (results.next()) {
        var cells = new Object[columns];
        for (int i = 0; i < columns; i++) {
          cells[i] = results.getObject(i + 2);
        }
        rows.add(new Row(results.getLong(1), cells));
      }
      return new Table(growing.table, columns, rows);
    }
  }

  private static Object[] only(Connection connection, String table, String number)
      throws SQLException {
    try (var statement = connection.createStatement();
        var results =
            statement.executeQuery("SELECT * FROM " + table + " WHERE number = " + number)) {
      if (!results.next()) {
        throw new IllegalStateException("nothing in " + table);
      }
      var cells = new Object[results.getMetaData().getColumnCount()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = results.getObject(i + 1);
      }
      return cells;
    }
  }
}
