package dev.quipu.bench.ingest;

import dev.quipu.model.id.TenantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/// What a database does when nobody thinks: the same rows into the same tables with the same
/// settings, batched, committed in the same groups.
public final class BareLoop implements AutoCloseable {

  private final RecordedRows rows;
  private final Connection connection;
  private final List<String> begin;

  private BareLoop(RecordedRows rows, Connection connection, List<String> begin) {
    this.rows = rows;
    this.connection = connection;
    this.begin = begin;
  }

  /// @param connection to empty tables, not in auto-commit; closed with the loop
  /// @param begin what begins a transaction
  static BareLoop of(RecordedRows rows, Connection connection, List<String> begin)
      throws SQLException {
    var loop = new BareLoop(rows, connection, begin);
    for (var sql : begin) {
      loop.run(sql);
    }
    loop.insertOne("tenant", rows.standing().tenant());
    loop.insertOne("space", rows.standing().space());
    loop.run("COMMIT");
    return loop;
  }

  /// Returns how long it took, in nanoseconds.
  public long run(List<Integer> groups) throws SQLException {
    var inserts = new ArrayList<Insert>();
    for (var table : rows.tables()) {
      inserts.add(new Insert(table, connection.prepareStatement(table.insert())));
    }
    var moveTenant =
        connection.prepareStatement(
            "UPDATE tenant SET active_space = ?, position = ?, hash = ?, visible_time = ? WHERE"
                + " name = ?");
    var moveSpace =
        connection.prepareStatement("UPDATE space SET digest = ? WHERE tenant = ? AND number = ?");
    var beginning = new ArrayList<PreparedStatement>();
    for (var sql : begin) {
      beginning.add(connection.prepareStatement(sql));
    }
    var commit = connection.prepareStatement("COMMIT");
    var tenant = rows.standing().tenant();
    var space = rows.standing().space();

    long start = System.nanoTime();
    long position = 0;
    for (int size : groups) {
      position += size;
      for (var statement : beginning) {
        statement.execute();
      }
      for (var insert : inserts) {
        insert.upTo(position);
      }
      bind(moveTenant, tenant[2], position, tenant[4], tenant[5], tenant[0]);
      moveTenant.executeUpdate();
      bind(moveSpace, space[2], space[0], space[1]);
      moveSpace.executeUpdate();
      commit.execute();
    }
    long nanos = System.nanoTime() - start;

    for (var insert : inserts) {
      insert.refuseIfLeft();
    }
    return nanos;
  }

  /// What it has left.
  public RecordedRows rows() throws SQLException {
    var name = new TenantId((String) rows.standing().tenant()[0]);
    return RecordedRows.read(connection, name, rows.schema());
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

  private void run(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void insertOne(String table, Object[] cells) throws SQLException {
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
