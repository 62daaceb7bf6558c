package dev.quipu.sql;

import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;

/// Writes changes to the rows of one space.
///
/// Each pair of statements binds the same columns in the same order, the key last.
final class ViewWriter {

  private static final String INSERT_OBJECT =
      """
      INSERT INTO object (
        created, latest_version, envelope, audience, workspace, expires_at, indexed, quarantined,
        ever_deleted, space, type, id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String UPDATE_OBJECT =
      """
      UPDATE object
      SET created = ?, latest_version = ?, envelope = ?, audience = ?, workspace = ?,
        expires_at = ?, indexed = ?, quarantined = ?, ever_deleted = ?
      WHERE space = ? AND type = ? AND id = ?
        AND created = ? AND latest_version = ? AND envelope = ? AND quarantined = ?
        AND ever_deleted = ?
      """;
  private static final String INSERT_VERSION =
      "INSERT INTO version (position, body, space, type, id, version) VALUES (?, ?, ?, ?, ?, ?)";
  private static final String UPDATE_VERSION =
      """
      UPDATE version SET position = ?, body = ?
      WHERE space = ? AND type = ? AND id = ? AND version = ? AND position = ? AND body = ?
      """;
  private static final String INSERT_SPAN =
      """
      INSERT INTO span (sys_to, valid_to, version, space, type, id, sys_from, valid_from)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String UPDATE_SPAN =
      """
      UPDATE span SET sys_to = ?, valid_to = ?, version = ?
      WHERE space = ? AND type = ? AND id = ? AND sys_from = ? AND valid_from = ?
        AND sys_to = ? AND valid_to = ? AND version = ?
      """;
  private static final String INSERT_TOMBSTONE =
      "INSERT INTO tombstone (sys_to, space, type, id, sys_from) VALUES (?, ?, ?, ?, ?)";
  private static final String UPDATE_TOMBSTONE =
      """
      UPDATE tombstone SET sys_to = ?
      WHERE space = ? AND type = ? AND id = ? AND sys_from = ? AND sys_to = ?
      """;
  private static final String INSERT_LIST_KEY =
      """
      INSERT INTO list_key (space, type, field, value, created, id, whole)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String INSERT_ADJACENT =
      """
      INSERT INTO adjacent (
        other_type, other_id, space, node_type, node_id, direction, edge_type, edge_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String UPDATE_ADJACENT =
      """
      UPDATE adjacent SET other_type = ?, other_id = ?
      WHERE space = ? AND node_type = ? AND node_id = ? AND direction = ? AND edge_type = ?
        AND edge_id = ? AND other_type = ? AND other_id = ?
      """;
  private static final String INSERT_AUDIENCE =
      "INSERT INTO audience (space, token, audience) VALUES (?, ?, ?)";
  private static final String INSERT_COUNTER =
      "INSERT INTO counter (last_number, space, kind) VALUES (?, ?, ?)";
  private static final String UPDATE_COUNTER =
      "UPDATE counter SET last_number = ? WHERE space = ? AND kind = ? AND last_number = ?";

  private final Session session;
  private final long space;

  ViewWriter(Session session, long space) {
    this.session = session;
    this.space = space;
  }

  void apply(Changes changes) {
    for (var change : changes.changes()) {
      switch (change) {
        case Change.Put(var row) -> insert(row).put(Subject.of(space, row));
        case Change.Replace(var before, var after) -> replace(before, after);
      }
    }
  }

  private Prepared insert(ViewRow row) {
    return switch (row) {
      case ObjectRow object -> bind(INSERT_OBJECT, object);
      case VersionRow version -> bind(INSERT_VERSION, version);
      case SpanRow span -> bind(INSERT_SPAN, span);
      case TombstoneRow tombstone -> bind(INSERT_TOMBSTONE, tombstone);
      case ListKeyRow key -> bind(INSERT_LIST_KEY, key);
      case AdjacentRow adjacent -> bind(INSERT_ADJACENT, adjacent);
      case AudienceRow audience ->
          session
              .sql(INSERT_AUDIENCE)
              .number(space)
              .text(audience.token().value())
              .bytes(audience.audience().bytes());
      case CounterRow counter -> bind(INSERT_COUNTER, counter);
    };
  }

  /// Looks for the row as it was said to be, not for its key alone: the digest takes away the hash
  /// of what was said.
  private void replace(ViewRow before, ViewRow after) {
    boolean sameKey =
        switch (after) {
          case ObjectRow row -> {
            var old = (ObjectRow) before;
            bind(UPDATE_OBJECT, row)
                .position(old.created())
                .number(old.latestVersion())
                .bytes(EnvelopeJson.bytes(old.envelope()))
                .flag(old.quarantined())
                .flag(old.everDeleted())
                .change(() -> "object " + old.ref(), Subject.of(space, row));
            yield row.ref().equals(old.ref());
          }
          case VersionRow row -> {
            var old = (VersionRow) before;
            bind(UPDATE_VERSION, row)
                .position(old.position())
                .bytes(Canonical.bytes(old.body()))
                .change(() -> "a version of " + old.ref(), Subject.of(space, row));
            yield row.ref().equals(old.ref()) && row.version() == old.version();
          }
          case SpanRow row -> {
            var old = (SpanRow) before;
            bind(UPDATE_SPAN, row)
                .position(old.sysTo())
                .instant(old.validTo())
                .number(old.version())
                .change(() -> "a rectangle of " + old.ref(), Subject.of(space, row));
            yield row.ref().equals(old.ref())
                && row.sysFrom().equals(old.sysFrom())
                && row.validFrom().equals(old.validFrom());
          }
          case TombstoneRow row -> {
            var old = (TombstoneRow) before;
            bind(UPDATE_TOMBSTONE, row)
                .position(old.sysTo())
                .change(() -> "a tombstone of " + old.ref(), Subject.of(space, row));
            yield row.ref().equals(old.ref()) && row.sysFrom().equals(old.sysFrom());
          }
          case AdjacentRow row -> {
            var old = (AdjacentRow) before;
            bind(UPDATE_ADJACENT, row)
                .text(old.other().type().wireName())
                .text(old.other().id())
                .change(() -> "an edge at " + old.node(), Subject.of(space, row));
            yield row.node().equals(old.node())
                && row.direction() == old.direction()
                && row.edgeType().equals(old.edgeType())
                && row.edge().equals(old.edge());
          }
          case CounterRow row -> {
            var old = (CounterRow) before;
            bind(UPDATE_COUNTER, row)
                .number(old.last())
                .change(() -> "counter of " + old.kind(), Subject.of(space, row));
            yield row.kind() == old.kind();
          }
          // Nothing but a key: there is nothing about it to change.
          case ListKeyRow _, AudienceRow _ -> false;
        };
    if (!sameKey) {
      throw new IllegalArgumentException("a row is replaced by one with the same key");
    }
  }

  private Prepared bind(String sql, ObjectRow object) {
    var envelope = object.envelope();
    var workspace = envelope.workspace();
    return session
        .sql(sql)
        .position(object.created())
        .number(object.latestVersion())
        .bytes(EnvelopeJson.bytes(envelope))
        .bytes(object.audience().bytes())
        .text(workspace == null ? null : workspace.value())
        .instantOrNull(envelope.expiresAt())
        .flag(envelope.indexed())
        .flag(object.quarantined())
        .flag(object.everDeleted())
        .with(statement -> key(statement, object.ref()));
  }

  private Prepared bind(String sql, VersionRow version) {
    return session
        .sql(sql)
        .position(version.position())
        .bytes(Canonical.bytes(version.body()))
        .with(statement -> key(statement, version.ref()))
        .number(version.version());
  }

  private Prepared bind(String sql, SpanRow span) {
    return session
        .sql(sql)
        .position(span.sysTo())
        .instant(span.validTo())
        .number(span.version())
        .with(statement -> key(statement, span.ref()))
        .position(span.sysFrom())
        .instant(span.validFrom());
  }

  private Prepared bind(String sql, TombstoneRow tombstone) {
    return session
        .sql(sql)
        .position(tombstone.sysTo())
        .with(statement -> key(statement, tombstone.ref()))
        .position(tombstone.sysFrom());
  }

  private Prepared bind(String sql, ListKeyRow row) {
    var value = ListValue.of(row.value());
    return session
        .sql(sql)
        .number(space)
        .text(row.ref().type().wireName())
        .text(row.field())
        .text(value.key())
        .position(row.created())
        .text(row.ref().id())
        .text(value.whole());
  }

  private Prepared bind(String sql, AdjacentRow adjacent) {
    if (adjacent.edge().type() != ObjectType.EDGE) {
      throw new IllegalArgumentException("not an edge: " + adjacent.edge());
    }
    return session
        .sql(sql)
        .text(adjacent.other().type().wireName())
        .text(adjacent.other().id())
        .with(statement -> key(statement, adjacent.node()))
        .text(adjacent.direction().wireName())
        .text(adjacent.edgeType())
        .text(adjacent.edge().id());
  }

  private Prepared bind(String sql, CounterRow counter) {
    return session.sql(sql).number(counter.last()).number(space).text(counter.kind().wireName());
  }

  private void key(Prepared statement, ObjectRef ref) {
    statement.number(space).text(ref.type().wireName()).text(ref.id());
  }
}
