package dev.quipu.sql;

import dev.quipu.engine.storage.ViewRows;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a space, each list by one walk along an index.
record RowReads(Session session, long space) implements ViewRows {

  private static final String SELECT_OPENED =
      "SELECT "
          + ViewTables.SPAN
          + """
          FROM span s
          WHERE s.space = ? AND s.type = ? AND s.id = ? AND s.sys_from > ?
          ORDER BY s.sys_from, s.valid_from
          """;

  /// The number repeats the condition of the index, without which it is not used.
  private static final String SELECT_CLOSED =
      "SELECT "
          + ViewTables.SPAN
          + """
          FROM span s
          WHERE s.space = ? AND s.sys_to > ? AND s.sys_to <= ? AND s.sys_to < 9223372036854775807
          """;

  private static final String SELECT_TOMBSTONES =
      "SELECT "
          + ViewTables.TOMBSTONE
          + """
          FROM tombstone t
          WHERE t.space = ? AND t.type = ? AND t.id = ? ORDER BY t.sys_from
          """;

  @Override
  public @Nullable ObjectRow object(ObjectRef ref) {
    return of(SpaceFacts.SELECT_OBJECT, ref).first(ViewTables::object);
  }

  @Override
  public @Nullable VersionRow version(ObjectRef ref, int version) {
    return of(SpaceFacts.SELECT_VERSION, ref).number(version).first(ViewTables::version);
  }

  @Override
  public List<SpanRow> opened(ObjectRef ref, LogPosition after) {
    return of(SELECT_OPENED, ref).number(after.value()).all(ViewTables::span);
  }

  @Override
  public List<SpanRow> closed(LogPosition after, LogPosition upTo) {
    return session
        .sql(SELECT_CLOSED)
        .number(space)
        .number(after.value())
        .number(upTo.value())
        .all(ViewTables::span);
  }

  @Override
  public List<TombstoneRow> tombstones(ObjectRef ref) {
    return of(SELECT_TOMBSTONES, ref).all(ViewTables::tombstone);
  }

  private Prepared of(String statement, ObjectRef ref) {
    return session.sql(statement).number(space).text(ref.type().wireName()).text(ref.id());
  }
}
