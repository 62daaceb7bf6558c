package dev.quipu.sql;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which models of which tenants there are vectors of, and how many.
final class ShelfTable {

  private static final String IS_SHELF =
      "s.tenant = ? AND s.model = ? AND s.revision = ? AND s.dimension = ? AND s.passage_tokens = ?";

  /// Joins what follows to the one row of a shelf.
  static final String FROM_SHELF_WHERE = "FROM vector_shelf s %s WHERE " + IS_SHELF;

  private static final String SELECT_NUMBER =
      "SELECT s.number FROM vector_shelf s WHERE " + IS_SHELF;
  private static final String SELECT_NUMBERS = "SELECT number FROM vector_shelf WHERE tenant = ?";
  private static final String NEXT_NUMBER =
      "UPDATE vector_source SET last_shelf = last_shelf + 1 WHERE place = 1";
  private static final String SELECT_LAST_NUMBER =
      "SELECT last_shelf FROM vector_source WHERE place = 1";
  private static final String INSERT =
      """
      INSERT INTO vector_shelf
        (number, tenant, model, revision, dimension, passage_tokens, vectors, refused)
      VALUES (?, ?, ?, ?, ?, ?, 0, 0)
      """;
  private static final String COUNT =
      "UPDATE vector_shelf SET vectors = vectors + ?, refused = refused + ? WHERE number = ?";
  private static final String DELETE = "DELETE FROM vector_shelf WHERE number = ?";
  private static final String INSERT_DROPPED =
      "INSERT INTO vector_shelf_dropped (number) VALUES (?)";
  private static final String SELECT_DROPPED = "SELECT MIN(number) FROM vector_shelf_dropped";
  private static final String DELETE_DROPPED = "DELETE FROM vector_shelf_dropped WHERE number = ?";
  private static final String SELECT_KEPT =
      "SELECT model, revision, dimension, passage_tokens, vectors, refused FROM vector_shelf";
  private static final String OF_TENANT = " WHERE tenant = ?";

  private ShelfTable() {}

  static void bind(Prepared statement, Shelf shelf) {
    var model = shelf.model();
    statement
        .text(shelf.tenant().value())
        .text(model.name())
        .text(model.revision())
        .number(model.dimension())
        .number(model.passageTokens());
  }

  /// Null if there is none.
  static @Nullable Long numberOf(Session session, Shelf shelf) {
    return session.sql(SELECT_NUMBER).with(statement -> bind(statement, shelf)).first(Row::number);
  }

  static List<Long> numbersOf(Session session, TenantId tenant) {
    return session.sql(SELECT_NUMBERS).text(tenant.value()).all(Row::number);
  }

  /// The number of a shelf that nobody drops before this transaction ends, made if need be. The
  /// transaction keeps others from making the same at once ([Dialect#beginAlone]).
  static long held(Session session, Shelf shelf) {
    var known = numberOf(session, shelf);
    if (known != null && count(session, known, 0, 0)) {
      return known;
    }
    session.sql(NEXT_NUMBER).updateOne("the source of vectors");
    long number = session.sql(SELECT_LAST_NUMBER).all(Row::number).getFirst();
    session.sql(INSERT).number(number).with(statement -> bind(statement, shelf)).run();
    return number;
  }

  /// Counts what was put or removed. Returns false if somebody has dropped the shelf; if not,
  /// nobody does before this transaction ends.
  static boolean count(Session session, long number, long vectors, long refused) {
    return session.sql(COUNT).number(vectors).number(refused).number(number).update() == 1;
  }

  /// From then on nobody finds anything on it.
  static void drop(Session session, long number) {
    if (session.sql(DELETE).number(number).update() == 1) {
      session.sql(INSERT_DROPPED).number(number).run();
    }
  }

  /// A shelf that was dropped and has rows yet, or null if there is none.
  static @Nullable Long dropped(Session session) {
    return session.sql(SELECT_DROPPED).first(Row::numberOrNull);
  }

  /// Returns how many: one, or none if somebody else has.
  static int forgetDropped(Session session, long number) {
    return session.sql(DELETE_DROPPED).number(number).update();
  }

  static List<KeptVectors> kept(Session session, TenantId tenant) {
    return session.sql(SELECT_KEPT + OF_TENANT).text(tenant.value()).all(ShelfTable::kept);
  }

  static List<KeptVectors> kept(Session session) {
    return session.sql(SELECT_KEPT).all(ShelfTable::kept);
  }

  private static KeptVectors kept(Row row) {
    try {
      var model = new EmbeddingModel(row.text(), row.text(), row.integer(), row.integer());
      return new KeptVectors(model, Math.max(0, row.number()), Math.max(0, row.number()));
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      throw new Corrupt("storage.corrupt", "vector_shelf", "A row is damaged.", e);
    }
  }
}
