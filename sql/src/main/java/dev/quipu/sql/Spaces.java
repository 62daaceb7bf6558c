package dev.quipu.sql;

import dev.quipu.engine.storage.SpaceId;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The spaces of one tenant as wholes: their digests, all their rows, their end.
final class Spaces {

  /// A table of views, its key behind the space, and how its rows are read. The order of this list
  /// is the order of kinds.
  private record Table(
      String name, String as, String columns, List<String> key, Function<Row, ViewRow> read) {

    String selectAll() {
      var order = String.join(", ", key.stream().map(column -> as + "." + column).toList());
      return "SELECT %2$sFROM %1$s %3$s WHERE %3$s.space = ? ORDER BY %4$s"
          .formatted(name, columns, as, order);
    }

    String deleteSome() {
      var columns = "space, " + String.join(", ", key);
      return "DELETE FROM %1$s WHERE (%2$s) IN (SELECT %2$s FROM %1$s WHERE space = ? LIMIT ? + 0)"
          .formatted(name, columns);
    }

    String selectAny() {
      return "SELECT 1 FROM %s WHERE space = ? LIMIT 1".formatted(name);
    }
  }

  private static final List<Table> TABLES =
      List.of(
          new Table(
              "object",
              "o",
              ViewTables.OBJECT + ViewTables.OBJECT_FILTERED_BY,
              List.of("type", "id"),
              ViewTables::checkedObject),
          new Table(
              "version",
              "v",
              ViewTables.VERSION,
              List.of("type", "id", "version"),
              ViewTables::version),
          new Table(
              "span",
              "s",
              ViewTables.SPAN,
              List.of("type", "id", "sys_from", "valid_from"),
              ViewTables::span),
          new Table(
              "tombstone",
              "t",
              ViewTables.TOMBSTONE,
              List.of("type", "id", "sys_from"),
              ViewTables::tombstone),
          new Table(
              "list_key",
              "k",
              ViewTables.LIST_KEY,
              List.of("type", "field", "value", "created", "id"),
              ViewTables::listKey),
          new Table(
              "adjacent",
              "a",
              ViewTables.ADJACENT,
              List.of("node_type", "node_id", "direction", "edge_type", "edge_id"),
              ViewTables::adjacent),
          new Table(
              "audience",
              "u",
              ViewTables.AUDIENCE,
              List.of("token", "audience"),
              ViewTables::audience),
          new Table("counter", "c", ViewTables.COUNTER, List.of("kind"), ViewTables::counter));

  private static final List<String> SELECT_ALL = TABLES.stream().map(Table::selectAll).toList();
  private static final List<String> DELETE_SOME = TABLES.stream().map(Table::deleteSome).toList();
  private static final List<String> SELECT_ANY = TABLES.stream().map(Table::selectAny).toList();

  private static final int FETCHED_AT_ONCE = 1_000;

  private static final String SELECT_DIGEST =
      "SELECT digest FROM space WHERE tenant = ? AND number = ?";
  private static final String SELECT_OTHERS =
      "SELECT number FROM space WHERE tenant = ? AND number <> ? ORDER BY number";
  private static final String DELETE_SPACE = "DELETE FROM space WHERE tenant = ? AND number = ?";

  private final Session session;
  private final long tenant;

  Spaces(Session session, long tenant) {
    this.session = session;
    this.tenant = tenant;
  }

  /// The digest that is written down.
  ///
  /// @throws IllegalArgumentException if the tenant has no such space
  Digest digestOf(SpaceId space) {
    var digest = session.sql(SELECT_DIGEST).number(tenant).number(space.value()).first(Row::bytes);
    if (digest == null) {
      throw new IllegalArgumentException("this tenant has no space " + space.value());
    }
    return Digest.copyOf(digest);
  }

  List<SpaceId> otherThan(long active) {
    return session
        .sql(SELECT_OTHERS)
        .number(tenant)
        .number(active)
        .all(row -> new SpaceId(row.number()));
  }

  void rows(SpaceId space, Consumer<ViewRow> each) {
    for (int i = 0; i < TABLES.size(); i++) {
      var read = TABLES.get(i).read();
      session
          .sql(SELECT_ALL.get(i))
          .number(space.value())
          .inPortionsOf(FETCHED_AT_ONCE)
          .each(row -> each.accept(read.apply(row)));
    }
  }

  boolean drop(SpaceId space, int rows) {
    digestOf(space);
    int left = rows;
    for (var delete : DELETE_SOME) {
      if (left > 0) {
        left -= session.sql(delete).number(space.value()).number(left).update();
      }
    }
    if (SELECT_ANY.stream().anyMatch(any -> session.sql(any).number(space.value()).any())) {
      return true;
    }
    session.sql(DELETE_SPACE).number(tenant).number(space.value()).update();
    return false;
  }
}
