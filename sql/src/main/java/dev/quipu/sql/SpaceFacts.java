package dev.quipu.sql;

import dev.quipu.model.access.Audience;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The facts of one space, each by one walk down an index, or many of a kind by one statement.
///
/// That a believed rectangle is found at once follows from rectangles not overlapping: of those
/// that begin at one instant only the one that was opened last can be believed, and it nearly
/// always is, because whatever splits a rectangle opens its beginning again.
final class SpaceFacts implements Facts {

  private static final String OF_OBJECT = "WHERE %1$s.space = ? AND %1$s.type = ? AND %1$s.id = ? ";

  static final String SELECT_OBJECT =
      "SELECT " + ViewTables.OBJECT + "FROM object o " + OF_OBJECT.formatted("o");

  /// To be given a list of marks and closed.
  private static final String SELECT_OBJECTS =
      "SELECT "
          + ViewTables.OBJECT
          + "FROM object o WHERE o.space = ? AND o.type = ? AND o.id IN (";

  static final String SELECT_VERSION =
      "SELECT "
          + ViewTables.VERSION
          + "FROM version v "
          + OF_OBJECT.formatted("v")
          + "AND v.version = ?";
  private static final String SELECT_SPAN =
      "SELECT " + ViewTables.SPAN + "FROM span s " + OF_OBJECT.formatted("s");
  private static final String SELECT_SPAN_AT =
      SELECT_SPAN
          + "AND s.valid_from <= ? AND s.sys_to = ? "
          + "ORDER BY s.valid_from DESC, s.sys_from DESC LIMIT 1";
  private static final String SELECT_SPAN_BEFORE =
      SELECT_SPAN
          + "AND s.valid_from < ? AND s.valid_to <= ? AND s.sys_to = ? "
          + "ORDER BY s.valid_from DESC, s.sys_from DESC LIMIT 1";
  private static final String SELECT_NEXT_BEGINNING =
      """
      SELECT MIN(valid_from) FROM span
      WHERE space = ? AND type = ? AND id = ? AND valid_from > ?
      """;
  private static final String SELECT_NEWEST_SPAN =
      SELECT_SPAN + "AND s.valid_from <= ? ORDER BY s.valid_from DESC, s.sys_from DESC LIMIT 1";
  private static final String SELECT_TOMBSTONE =
      "SELECT "
          + ViewTables.TOMBSTONE
          + "FROM tombstone t "
          + OF_OBJECT.formatted("t")
          + "ORDER BY t.sys_from DESC LIMIT 1";
  private static final String SELECT_LISTED =
      """
      SELECT 1 FROM list_key
      WHERE space = ? AND type = ? AND field = ? AND value = ? AND created = ? AND id = ?
      """;
  private static final String SELECT_ALL_WITH =
      """
      SELECT id FROM list_key
      WHERE space = ? AND type = ? AND field = ? AND value = ? ORDER BY created, id
      """;
  private static final String SELECT_FIRST_WITH = SELECT_ALL_WITH + "LIMIT 1";
  private static final String SELECT_AUDIENCE_KNOWN =
      "SELECT 1 FROM audience WHERE space = ? AND audience = ? LIMIT 1";
  private static final String SELECT_EDGES =
      "SELECT "
          + ViewTables.ADJACENT
          + """
          FROM adjacent a
          WHERE a.space = ? AND a.node_type = ? AND a.node_id = ? AND a.direction = ?
            AND a.edge_type = ? ORDER BY a.edge_id
          """;
  private static final String SELECT_COUNTER =
      "SELECT " + ViewTables.COUNTER + "FROM counter c WHERE c.space = ? AND c.kind = ?";

  private final Session session;
  private final LongSupplier tenant;
  private final LongSupplier space;
  private final FactMemory memory;

  /// Tenant and space are asked for each time: both may begin, and the space may be changed for
  /// another, while a unit holds its facts.
  SpaceFacts(Session session, LongSupplier tenant, LongSupplier space, FactMemory memory) {
    this.session = session;
    this.tenant = tenant;
    this.space = space;
    this.memory = memory;
  }

  @Override
  @SuppressWarnings("unchecked") // each key answers in the type it is declared with
  public <T> @Nullable T find(FactKey<T> key) {
    return (T) memory.find(space.getAsLong(), key, this::lookUp);
  }

  /// Looks up together what is not known yet, as far as it can be.
  void lookUpAll(Collection<FactKey<?>> keys) {
    var lines = new TreeSet<String>();
    var objects = new EnumMap<ObjectType, Set<String>>(ObjectType.class);
    for (var key : keys) {
      if (memory.knows(space.getAsLong(), key)) {
        continue;
      }
      if (key instanceof FactKey.LineOf(var event)) {
        lines.add(event.value());
      } else if (key instanceof FactKey.ObjectOf(var ref)) {
        objects.computeIfAbsent(ref.type(), _ -> new TreeSet<>()).add(ref.id());
      }
    }
    if (!lines.isEmpty()) {
      lookUpLines(List.copyOf(lines));
    }
    objects.forEach((type, ids) -> lookUpObjects(type, List.copyOf(ids)));
  }

  /// Of an event that is there nothing is kept: its line may be long, and be erased.
  private void lookUpLines(List<String> events) {
    var there = new LogTable(session, tenant.getAsLong()).there(events);
    for (var event : events) {
      if (!there.contains(event)) {
        memory.remember(space.getAsLong(), new FactKey.LineOf(new EventId(event)), null);
      }
    }
  }

  private void lookUpObjects(ObjectType type, List<String> ids) {
    var absent = new HashSet<>(ids);
    session
        .sql(SELECT_OBJECTS + Marks.of(ids) + ")")
        .number(space.getAsLong())
        .text(type.wireName())
        .with(statement -> Marks.bind(statement, ids))
        .each(
            row -> {
              var object = ViewTables.object(row);
              absent.remove(object.ref().id());
              memory.remember(space.getAsLong(), new FactKey.ObjectOf(object.ref()), object);
            });
    for (var id : absent) {
      memory.remember(space.getAsLong(), new FactKey.ObjectOf(new ObjectRef(type, id)), null);
    }
  }

  private @Nullable Object lookUp(FactKey<?> asked) {
    if (session.owesRowsAbout(Subject.of(space.getAsLong(), asked))) {
      session.putRows();
    }
    return session.apart(() -> answer(asked));
  }

  private @Nullable Object answer(FactKey<?> asked) {
    return switch (asked) {
      case FactKey.LineOf(var event) -> new LogTable(session, tenant.getAsLong()).lineOf(event);
      case FactKey.LineAt(var position) ->
          new LogTable(session, tenant.getAsLong()).lineAt(position);
      case FactKey.ObjectOf(var ref) -> of(SELECT_OBJECT, ref).first(ViewTables::object);
      case FactKey.VersionOf(var ref, var version) ->
          of(SELECT_VERSION, ref).number(version).first(ViewTables::version);
      case FactKey.SpanAt(var ref, var instant) -> spanAt(ref, instant);
      case FactKey.SpanAfter(var ref, var instant) -> spanAfter(ref, instant);
      case FactKey.SpanBefore(var ref, var instant) -> spanBefore(ref, instant);
      case FactKey.TombstoneOn(var ref) -> tombstoneOn(ref);
      case FactKey.Listed(var row) -> listed(row);
      case FactKey.FirstWith(var type, var field, var value) ->
          with(SELECT_FIRST_WITH, type, field, value).first(row -> new ObjectRef(type, row.text()));
      case FactKey.AllWith(var type, var field, var value) ->
          with(SELECT_ALL_WITH, type, field, value).all(row -> new ObjectRef(type, row.text()));
      case FactKey.AudienceKnown(var audience) -> known(audience);
      case FactKey.CounterOf(var kind) ->
          session
              .sql(SELECT_COUNTER)
              .number(space.getAsLong())
              .text(kind.wireName())
              .first(ViewTables::counter);
      case FactKey.EdgesOf(var node, var direction, var edgeType) ->
          of(SELECT_EDGES, node)
              .text(direction.wireName())
              .text(edgeType)
              .all(ViewTables::adjacent);
    };
  }

  private @Nullable SpanRow spanAt(ObjectRef ref, Instant instant) {
    var span =
        of(SELECT_SPAN_AT, ref)
            .instant(instant)
            .position(LogPosition.FOREVER)
            .first(ViewTables::span);
    return span != null && span.validTo().isAfter(instant) ? span : null;
  }

  /// From one instant at which rectangles began to the next. Nearly always the first one still has
  /// a believed rectangle.
  private @Nullable SpanRow spanAfter(ObjectRef ref, Instant instant) {
    var beginning = nextBeginning(ref, Micros.of(instant));
    while (beginning != null) {
      var span = of(SELECT_NEWEST_SPAN, ref).number(beginning).first(ViewTables::span);
      if (span != null && span.sysTo().equals(LogPosition.FOREVER)) {
        return span;
      }
      beginning = nextBeginning(ref, beginning);
    }
    return null;
  }

  private @Nullable Long nextBeginning(ObjectRef ref, long after) {
    return of(SELECT_NEXT_BEGINNING, ref).number(after).first(Row::numberOrNull);
  }

  /// What ends last has also begun last, because rectangles do not overlap.
  private @Nullable SpanRow spanBefore(ObjectRef ref, Instant instant) {
    return of(SELECT_SPAN_BEFORE, ref)
        .instant(instant)
        .instant(instant)
        .position(LogPosition.FOREVER)
        .first(ViewTables::span);
  }

  private @Nullable TombstoneRow tombstoneOn(ObjectRef ref) {
    var tombstone = of(SELECT_TOMBSTONE, ref).first(ViewTables::tombstone);
    return tombstone != null && tombstone.sysTo().equals(LogPosition.FOREVER) ? tombstone : null;
  }

  private boolean listed(ListKeyRow row) {
    return session
        .sql(SELECT_LISTED)
        .number(space.getAsLong())
        .text(row.ref().type().wireName())
        .text(row.field())
        .text(ListValue.keyOf(row.value()))
        .position(row.created())
        .text(row.ref().id())
        .any();
  }

  private Prepared with(String sql, ObjectType type, String field, String value) {
    return session
        .sql(sql)
        .number(space.getAsLong())
        .text(type.wireName())
        .text(field)
        .text(ListValue.keyOf(value));
  }

  private boolean known(Audience audience) {
    return session
        .sql(SELECT_AUDIENCE_KNOWN)
        .number(space.getAsLong())
        .bytes(audience.bytes())
        .any();
  }

  private Prepared of(String sql, ObjectRef ref) {
    return session.sql(sql).with(statement -> key(statement, ref));
  }

  private void key(Prepared statement, ObjectRef ref) {
    statement.number(space.getAsLong()).text(ref.type().wireName()).text(ref.id());
  }
}
