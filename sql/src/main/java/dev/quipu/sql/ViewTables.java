package dev.quipu.sql;

import dev.quipu.model.access.AccessToken;
import dev.quipu.model.access.Audience;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.Arrays;
import java.util.Objects;

/// View rows as they are selected: for each table the columns, and how they are read.
///
/// The short names before the columns are those of every statement in this module.
final class ViewTables {

  static final String OBJECT =
      "o.type, o.id, o.created, o.latest_version, o.envelope, o.quarantined, o.ever_deleted ";

  /// The columns that repeat the envelope, behind [#OBJECT], for [#checkedObject].
  static final String OBJECT_FILTERED_BY = ", o.audience, o.workspace, o.expires_at, o.indexed ";

  static final String VERSION = "v.type, v.id, v.version, v.position, v.body ";
  static final String SPAN =
      "s.type, s.id, s.sys_from, s.sys_to, s.valid_from, s.valid_to, s.version ";
  static final String TOMBSTONE = "t.type, t.id, t.sys_from, t.sys_to ";
  static final String LIST_KEY = "k.type, k.id, k.field, k.value, k.whole, k.created ";
  static final String ADJACENT =
      "a.node_type, a.node_id, a.direction, a.edge_type, a.edge_id, a.other_type, a.other_id ";
  static final String AUDIENCE = "u.token, u.audience ";
  static final String COUNTER = "c.kind, c.last_number ";

  private ViewTables() {}

  static ObjectRow object(Row row) {
    var ref = ref(row);
    return Stored.read(
        () ->
            new ObjectRow(
                ref,
                row.position(),
                row.integer(),
                Stored.envelope(row.bytes()),
                row.flag(),
                row.flag()),
        () -> "table object, " + ref);
  }

  /// An object whose columns for the access filter say what its envelope says. The digest is over
  /// the envelope alone.
  static ObjectRow checkedObject(Row row) {
    var object = object(row);
    var envelope = object.envelope();
    var workspace = envelope.workspace();
    var expiresAt = envelope.expiresAt();
    boolean agrees =
        Arrays.equals(row.bytes(), object.audience().bytes())
            && Objects.equals(row.textOrNull(), workspace == null ? null : workspace.value())
            && Objects.equals(row.numberOrNull(), expiresAt == null ? null : Micros.of(expiresAt))
            && row.flag() == envelope.indexed();
    if (!agrees) {
      throw new Corrupt(
          "storage.corrupt",
          "table object, " + object.ref(),
          "The columns that access is filtered by contradict the envelope.");
    }
    return object;
  }

  static VersionRow version(Row row) {
    var ref = ref(row);
    return Stored.read(
        () -> new VersionRow(ref, row.integer(), row.position(), Stored.json(row.bytes())),
        () -> "table version, " + ref);
  }

  static SpanRow span(Row row) {
    var ref = ref(row);
    return Stored.read(
        () ->
            new SpanRow(
                ref, row.position(), row.position(), row.instant(), row.instant(), row.integer()),
        () -> "table span, " + ref);
  }

  static TombstoneRow tombstone(Row row) {
    var ref = ref(row);
    return Stored.read(
        () -> new TombstoneRow(ref, row.position(), row.position()),
        () -> "table tombstone, " + ref);
  }

  static ListKeyRow listKey(Row row) {
    var ref = ref(row);
    return Stored.read(
        () ->
            new ListKeyRow(
                ref,
                row.text(),
                new ListValue(row.text(), row.textOrNull()).value(),
                row.position()),
        () -> "table list_key, " + ref);
  }

  static AdjacentRow adjacent(Row row) {
    var node = ref(row);
    return Stored.read(
        () ->
            new AdjacentRow(
                node,
                direction(row.text()),
                row.text(),
                new ObjectRef(ObjectType.EDGE, row.text()),
                ref(row)),
        () -> "table adjacent, " + node);
  }

  static AudienceRow audience(Row row) {
    return Stored.read(
        () -> new AudienceRow(new AccessToken(row.text()), Audience.copyOf(row.bytes())),
        () -> "table audience");
  }

  static CounterRow counter(Row row) {
    return Stored.read(() -> new CounterRow(type(row.text()), row.number()), () -> "table counter");
  }

  private static ObjectRef ref(Row row) {
    return Stored.read(
        () -> new ObjectRef(type(row.text()), row.text()), () -> "the key of a row of a view");
  }

  private static ObjectType type(String wireName) {
    var type = ObjectType.of(wireName);
    if (type == null) {
      throw new IllegalStateException("no type of object is called " + wireName);
    }
    return type;
  }

  private static Direction direction(String wireName) {
    for (var direction : Direction.values()) {
      if (direction.wireName().equals(wireName)) {
        return direction;
      }
    }
    throw new IllegalStateException("no direction is called " + wireName);
  }
}
