package dev.quipu.sql;

import static java.util.Comparator.comparing;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.log.Hash;
import dev.quipu.sql.Shelf.Content;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The rows of vectors. Lists are as long as a statement can be, at most.
final class VectorTable {

  private static final String SELECT =
      "SELECT v.text_hash, v.refused, v.content "
          + ShelfTable.FROM_SHELF_WHERE.formatted("JOIN vector v ON v.shelf = s.number")
          + " AND v.text_hash IN (";
  private static final String INSERT =
      "INSERT INTO vector (shelf, text_hash, refused, content) VALUES ";
  private static final String UNLESS_THERE = " ON CONFLICT (shelf, text_hash) DO NOTHING";
  private static final String DELETE_DAMAGED =
      "DELETE FROM vector WHERE shelf = ? AND text_hash = ? AND refused = ? AND content = ?";
  private static final String DELETE_SOME =
      """
      DELETE FROM vector WHERE shelf = ? AND text_hash IN
        (SELECT text_hash FROM vector WHERE shelf = ? LIMIT ? + 0)
      """;
  private static final String SELECT_ANY = "SELECT 1 FROM vector WHERE shelf = ? LIMIT 1";

  private VectorTable() {}

  /// What is as it was written.
  static Map<TextHash, Embedded> find(Session session, Shelf shelf, List<TextHash> texts) {
    var found = new HashMap<TextHash, Embedded>();
    rows(session, shelf, texts)
        .forEach(
            (text, content) -> {
              var embedded = shelf.read(text, content);
              if (embedded != null) {
                found.put(text, embedded);
              }
            });
    return found;
  }

  private static Map<TextHash, Content> rows(Session session, Shelf shelf, List<TextHash> texts) {
    var rows = new HashMap<TextHash, Content>();
    session
        .sql(SELECT + Marks.of(texts.size()) + ")")
        .with(statement -> ShelfTable.bind(statement, shelf))
        .with(statement -> bind(statement, texts))
        .each(
            row -> {
              var text = row.bytesOrNull();
              boolean refused = row.flag();
              var content = row.bytesOrNull();
              if (text != null && text.length == Hash.LENGTH && content != null) {
                rows.put(new TextHash(Hash.copyOf(text)), new Content(refused, content));
              }
            });
    return rows;
  }

  /// Puts what is not there, in the place of what is damaged too. Returns false, and nothing
  /// counts, if the shelf has been dropped meanwhile.
  static boolean put(Session session, Shelf shelf, long number, Map<TextHash, Embedded> embedded) {
    var wanted = new HashMap<>(embedded);
    var delta = new int[2];
    rows(session, shelf, List.copyOf(embedded.keySet()))
        .forEach(
            (text, content) -> {
              if (shelf.read(text, content) != null) {
                wanted.remove(text);
              } else {
                delta[content.refused() ? 1 : 0] -= delete(session, number, text, content);
              }
            });
    if (wanted.isEmpty()) {
      return true;
    }
    for (int refused = 0; refused < delta.length; refused++) {
      delta[refused] += insert(session, number, contents(shelf, wanted, refused == 1));
    }
    verify(session, shelf, wanted);
    return ShelfTable.count(session, number, delta[0], delta[1]);
  }

  /// In a file that is damaged, a row may be put where nobody finds it; or its key is there
  /// already, and no row. Looking costs next to nothing where the database is near; one that is far
  /// away looks after itself.
  private static void verify(Session session, Shelf shelf, Map<TextHash, Embedded> put) {
    if (!session.dialect().isFarAway()
        && find(session, shelf, List.copyOf(put.keySet())).size() < put.size()) {
      throw new Corrupt("storage.corrupt", "vector", "Rows that were put are not there.");
    }
  }

  private record NewRow(TextHash text, Content content) {}

  /// In the order that everybody puts them in, so that no two wait for each other.
  private static List<NewRow> contents(
      Shelf shelf, Map<TextHash, Embedded> wanted, boolean refused) {
    return wanted.entrySet().stream()
        .map(entry -> new NewRow(entry.getKey(), shelf.write(entry.getKey(), entry.getValue())))
        .filter(row -> row.content.refused() == refused)
        .sorted(comparing(row -> row.text.value().hex()))
        .toList();
  }

  /// Rows go together, in powers of two so that a handful of statements serve all. Returns how many
  /// were not there.
  private static int insert(Session session, long number, List<NewRow> rows) {
    int inserted = 0;
    for (int from = 0; from < rows.size(); ) {
      int count = Integer.highestOneBit(rows.size() - from);
      var statement =
          session.sql(INSERT + "(?, ?, ?, ?)" + ", (?, ?, ?, ?)".repeat(count - 1) + UNLESS_THERE);
      for (var row : rows.subList(from, from + count)) {
        statement
            .number(number)
            .hash(row.text.value())
            .flag(row.content.refused())
            .bytes(row.content.bytes());
      }
      inserted += statement.update();
      from += count;
    }
    return inserted;
  }

  private static int delete(Session session, long number, TextHash text, Content damaged) {
    return session
        .sql(DELETE_DAMAGED)
        .number(number)
        .hash(text.value())
        .flag(damaged.refused())
        .bytes(damaged.bytes())
        .update();
  }

  /// Removes some rows of a shelf that was dropped. Returns how many.
  static int sweep(Session session, long number, int rows) {
    return session.sql(DELETE_SOME).number(number).number(number).number(rows).update();
  }

  static boolean hasAny(Session session, long number) {
    return session.sql(SELECT_ANY).number(number).any();
  }

  private static void bind(Prepared statement, List<TextHash> texts) {
    for (int i = 0; i < Marks.places(texts.size()); i++) {
      statement.hash(texts.get(Math.min(i, texts.size() - 1)).value());
    }
  }
}
