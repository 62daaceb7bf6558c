package dev.quipu.sql;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.sql.Writer.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Vectors in an SQL database. Thread-safe.
public final class SqlVectorStore implements VectorStore {

  /// How many texts a statement is about, and how many rows a transaction writes: some hundred
  /// kilobytes.
  private static final int PORTION = 256;

  /// After so many sweeps in a row that removed nothing though there is something, it never will
  /// be.
  private static final int MOST_BARREN = 100;

  private static final int SWEPT_ROWS = 1_000;

  private static final int POSTGRES_READERS = 3;

  private final VectorAccess access;

  private SqlVectorStore(VectorAccess access) {
    this.access = access;
  }

  /// Opens the file of vectors in a data folder, beside that of the log; whoever opens it has the
  /// lock of the folder. A file that is damaged is set aside, and one that cannot be used now is
  /// tried again later, so this does not fail.
  ///
  /// @param logId of the log that the vectors are made from
  public static SqlVectorStore openSqlite(Path folder, String logId) {
    return openSqlite(folder, logId, Sqlite::connectDerived);
  }

  static SqlVectorStore openSqlite(Path folder, String logId, ConnectionOpener<Path> opener) {
    return new SqlVectorStore(MendingVectors.open(folder, logId, opener));
  }

  /// Opens the tables of vectors in a PostgreSQL database, and makes them if they are not there.
  /// Any number of processes may have them open.
  ///
  /// @param logId of the log that the vectors are made from
  /// @throws Unavailable if it cannot be reached, or a newer program has written them
  public static SqlVectorStore openPostgres(PostgresAddress address, String logId) {
    return openPostgres(address, logId, Postgres::connect);
  }

  static SqlVectorStore openPostgres(
      PostgresAddress address, String logId, ConnectionOpener<PostgresAddress> opener) {
    var database = new PostgresDatabase(address, opener, POSTGRES_READERS);
    return new SqlVectorStore(
        Unreachable.explained(address, () -> OpenVectors.open(database, logId)));
  }

  @Override
  public Map<TextHash, Embedded> find(
      TenantId tenant, EmbeddingModel model, Collection<TextHash> texts) {
    var shelf = new Shelf(tenant, model);
    var found = new HashMap<TextHash, Embedded>();
    for (var portion : portions(texts)) {
      found.putAll(access.reading(session -> VectorTable.find(session, shelf, portion)));
    }
    return found;
  }

  @Override
  public void put(TenantId tenant, EmbeddingModel model, Map<TextHash, Embedded> embedded) {
    for (var one : embedded.values()) {
      if (one instanceof Vector vector && vector.dimension() != model.dimension()) {
        throw new IllegalArgumentException("not a vector of " + model + ": " + vector);
      }
    }
    var shelf = new Shelf(tenant, model);
    for (var portion : portions(embedded.keySet())) {
      var some = new HashMap<TextHash, Embedded>();
      portion.forEach(text -> some.computeIfAbsent(text, embedded::get));
      access.writing(session -> new Result<>(put(session, shelf, some), false));
    }
  }

  private static boolean put(Session session, Shelf shelf, Map<TextHash, Embedded> some) {
    session.beginWriting();
    var number = ShelfTable.numberOf(session, shelf);
    if (number == null || !VectorTable.put(session, shelf, number, some)) {
      session.rollBack();
      session.dialect().beginAlone(session);
      long held = ShelfTable.held(session, shelf);
      if (!VectorTable.put(session, shelf, held, some)) {
        throw new IllegalStateException("a shelf was dropped that is held");
      }
    }
    session.commit();
    return true;
  }

  @Override
  public void drop(TenantId tenant, EmbeddingModel model) {
    dropShelves(tenant, new Shelf(tenant, model));
  }

  @Override
  public void drop(TenantId tenant) {
    dropShelves(tenant, null);
  }

  /// Takes shelves away at once, and then what is on them in portions, so that others come between.
  /// What a crash leaves is removed by whoever drops something next.
  private void dropShelves(TenantId tenant, @Nullable Shelf only) {
    access.writing(
        session -> {
          session.beginWriting();
          var numbers = new ArrayList<Long>();
          if (only == null) {
            numbers.addAll(ShelfTable.numbersOf(session, tenant));
          } else {
            var number = ShelfTable.numberOf(session, only);
            if (number != null) {
              numbers.add(number);
            }
          }
          numbers.forEach(number -> ShelfTable.drop(session, number));
          session.commit();
          return new Result<>(true, true);
        });
    boolean swept = false;
    var barren = new AtomicInteger();
    while (access.writing(session -> new Result<>(sweep(session, barren), false))) {
      swept = true;
    }
    if (swept) {
      access.scrub();
    }
  }

  /// Whether there was anything to remove.
  ///
  /// @param barren how many sweeps in a row have removed nothing though there was something:
  ///   somebody else did it at the same time, or the file is damaged
  private static boolean sweep(Session session, AtomicInteger barren) {
    session.beginWriting();
    var number = ShelfTable.dropped(session);
    if (number != null) {
      int removed = VectorTable.sweep(session, number, SWEPT_ROWS);
      if (!VectorTable.hasAny(session, number)) {
        removed += ShelfTable.forgetDropped(session, number);
      }
      if (removed > 0) {
        barren.set(0);
      } else if (barren.incrementAndGet() > MOST_BARREN) {
        barren.set(0);
        throw new Corrupt("storage.corrupt", "vector", "Rows are told of that are not there.");
      }
    }
    session.commit();
    return number != null;
  }

  @Override
  public List<KeptVectors> kept(TenantId tenant) {
    return summed(access.reading(session -> ShelfTable.kept(session, tenant)));
  }

  @Override
  public List<KeptVectors> kept() {
    return summed(access.reading(ShelfTable::kept));
  }

  private static List<KeptVectors> summed(List<KeptVectors> shelves) {
    return shelves.stream()
        .filter(kept -> kept.vectors() + kept.refused() > 0)
        .collect(Collectors.toMap(KeptVectors::model, kept -> kept, KeptVectors::plus))
        .values()
        .stream()
        .sorted(KeptVectors.BY_NAME)
        .toList();
  }

  private static List<List<TextHash>> portions(Collection<TextHash> texts) {
    var distinct = List.copyOf(new LinkedHashSet<>(texts));
    var portions = new ArrayList<List<TextHash>>();
    for (int from = 0; from < distinct.size(); from += PORTION) {
      portions.add(distinct.subList(from, Math.min(distinct.size(), from + PORTION)));
    }
    return portions;
  }

  @Override
  public void close() {
    access.close();
  }
}
