package dev.quipu.sql;

import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A statement being given its parameters, from left to right, and then run.
///
/// A bound limit is written `LIMIT ? + 0`: SQLite looks at the value of a plain parameter there
/// when it plans, and so plans again whenever another is bound, which takes ten times as long as
/// most of our reads.
final class Prepared {

  private final Session session;
  private final PreparedStatement statement;
  private final List<Supplier<String>> changed = new ArrayList<>();
  private int bound;
  private long weight;

  Prepared(Session session, PreparedStatement statement) {
    this.session = session;
    this.statement = statement;
  }

  Prepared again() {
    bound = 0;
    weight = 0;
    return this;
  }

  Prepared text(@Nullable String value) {
    try {
      statement.setString(++bound, value);
      weight += value == null ? 0 : value.length();
      return this;
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  Prepared number(long value) {
    try {
      statement.setLong(++bound, value);
      return this;
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  Prepared bytes(byte @Nullable [] value) {
    try {
      statement.setBytes(++bound, value);
      weight += value == null ? 0 : value.length;
      return this;
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  Prepared flag(boolean value) {
    return number(value ? 1 : 0);
  }

  Prepared position(LogPosition value) {
    return number(value.value());
  }

  Prepared instant(Instant value) {
    return number(Micros.of(value));
  }

  Prepared instantOrNull(@Nullable Instant value) {
    if (value != null) {
      return instant(value);
    }
    try {
      statement.setNull(++bound, Types.BIGINT);
      return this;
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  Prepared hash(Hash value) {
    return bytes(value.bytes());
  }

  /// Fetches so many rows at a time, for answers that may not fit into memory.
  Prepared inPortionsOf(int rows) {
    try {
      statement.setFetchSize(rows);
      return this;
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  /// Lets another add its parameters in the midst of ours.
  Prepared with(Consumer<Prepared> others) {
    others.accept(this);
    return this;
  }

  void close() throws SQLException {
    statement.close();
  }

  void run() {
    session.beforeRunning();
    try {
      statement.execute();
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  /// Puts a row, soon: many of a table go together. Whatever is run next finds it, except for
  /// questions that are asked apart from it.
  ///
  /// @param about what such questions are not to be about
  void put(List<Subject> about) {
    addRow();
    session.owe(this, about, weight);
  }

  /// Changes one row that must be there, soon, and after all rows that are put.
  ///
  /// @param what which row it is, for whoever learns that it is not there
  void change(Supplier<String> what, List<Subject> about) {
    addRow();
    changed.add(what);
    session.oweChange(this, about, weight);
  }

  private void addRow() {
    try {
      statement.addBatch();
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  void putRows() {
    var expected = List.copyOf(changed);
    changed.clear();
    try {
      var touched = statement.executeBatch();
      for (int i = 0; i < expected.size(); i++) {
        if (touched[i] != 1) {
          throw session.refused("not there to be changed: " + expected.get(i).get());
        }
      }
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  void dropRows() {
    changed.clear();
    try {
      statement.clearBatch();
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  /// Runs it and returns how many rows it touched.
  int update() {
    session.beforeRunning();
    try {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  /// Runs a change to one row that must be there.
  void updateOne(String what) {
    if (update() != 1) {
      throw new IllegalStateException("not there to be changed: " + what);
    }
  }

  <T> @Nullable T first(Function<Row, @Nullable T> read) {
    session.beforeRunning();
    try (var results = statement.executeQuery()) {
      return results.next() ? read.apply(new Row(session, results)) : null;
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  boolean any() {
    session.beforeRunning();
    try (var results = statement.executeQuery()) {
      return results.next();
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  <T> List<T> all(Function<Row, T> read) {
    var found = new ArrayList<T>();
    each(row -> found.add(read.apply(row)));
    return found;
  }

  void each(Consumer<Row> each) {
    session.beforeRunning();
    try (var results = statement.executeQuery()) {
      var row = new Row(session, results);
      while (results.next()) {
        each.accept(row.again());
      }
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }
}
