package dev.quipu.bench.ingest;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;

/// What SQLite does when nobody thinks: the same rows into the same tables with the same settings,
/// batched, committed in the same groups.
final class BareLoop implements AutoCloseable {

  /// As `dev.quipu.sql.Sqlite` opens its writer.
  private static final List<String> SETTINGS =
      List.of(
          "PRAGMA journal_mode = WAL",
          "PRAGMA synchronous = FULL",
          "PRAGMA secure_delete = ON",
          "PRAGMA temp_store = MEMORY",
          "PRAGMA cache_size = -32768",
          "PRAGMA wal_autocheckpoint = 4000");

  private final RecordedRows rows;
  private final Connection connection;

  private BareLoop(RecordedRows rows, Connection connection) {
    this.rows = rows;
    this.connection = connection;
  }

  static BareLoop open(Path database, RecordedRows rows) throws SQLException {
    var config = new SQLiteConfig();
    config.setGetGeneratedKeys(false);
    var connection = config.createConnection("jdbc:sqlite:" + database);
    try (var statement = connection.createStatement()) {
      for (var setting : SETTINGS) {
        statement.execute(setting);
      }
      for (var sql : rows.schema()) {
        statement.execute(sql);
      }
    }
    insertOne(connection, "tenant", rows.standing().tenant());
    insertOne(connection, "space", rows.standing().space());
    // Else the driver tries a BEGIN of its own before every statement.
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute("COMMIT");
    }
    return new BareLoop(rows, connection);
  }

  /// Returns how long it took, in nanoseconds.
  long run(List<Integer> groups) throws SQLException {
    var inserts = new ArrayList<Insert>();
    for (var table : rows.tables()) {
      inserts.add(new Insert(table, connection.prepareStatement(table.insert())));
    }
    var moveTenant =
        connection.prepareStatement(
            "UPDATE tenant SET active_space = ?, position = ?, hash = ?, visible_time = ? WHERE number = ?");
    var moveSpace = connection.prepareStatement("UPDATE space SET digest = ? WHERE number = ?");
    var begin = connection.prepareStatement("BEGIN IMMEDIATE");
    var commit = connection.prepareStatement("COMMIT");
    var tenant = rows.standing().tenant();
    var space = rows.standing().space();

    long start = System.nanoTime();
    long position = 0;
    for (int size : groups) {
      position += size;
      begin.execute();
      for (var insert : inserts) {
        insert.upTo(position);
      }
      bind(moveTenant, tenant[2], position, tenant[4], tenant[5], tenant[0]);
      moveTenant.executeUpdate();
      bind(moveSpace, space[2], space[0]);
      moveSpace.executeUpdate();
      commit.execute();
    }
    long nanos = System.nanoTime() - start;

    for (var insert : inserts) {
      insert.refuseIfLeft();
    }
    return nanos;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private static final class Insert {

    private final RecordedRows.Table table;
    private final PreparedStatement statement;
    private int next;

    Insert(RecordedRows.Table table, PreparedStatement statement) {
      this.table = table;
      this.statement = statement;
    }

    void upTo(long position) throws SQLException {
      var all = table.rows();
      int first = next;
      while (next < all.size() && all.get(next).position() <= position) {
        bind(statement, all.get(next).cells());
        statement.addBatch();
        next++;
      }
      if (next > first) {
        statement.executeBatch();
      }
    }

    void refuseIfLeft() {
      if (next < table.rows().size()) {
        throw new IllegalStateException("rows of " + table.name() + " belong to no group");
      }
    }
  }

  private static void insertOne(Connection connection, String table, Object[] cells)
      throws SQLException {
    var sql = new RecordedRows.Table(table, cells.length, List.of()).insert();
    try (var statement = connection.prepareStatement(sql)) {
      bind(statement, cells);
      statement.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, Object... cells) throws SQLException {
    for (int i = 0; i < cells.length; i++) {
      switch (cells[i]) {
        case null -> statement.setNull(i + 1, Types.NULL);
        case byte[] bytes -> statement.setBytes(i + 1, bytes);
        case String text -> statement.setString(i + 1, text);
        case Number number -> statement.setLong(i + 1, number.longValue());
        default -> throw new IllegalStateException("a cell of " + cells[i].getClass());
      }
    }
  }
}
