package dev.quipu.sql;

import dev.quipu.model.id.EventId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The lines of the logs.
final class LogTable {

  /// What [#line] reads, in this order.
  static final String COLUMNS =
      """
      l.position, l.event_id, l.visible_time, l.event_time, l.header, l.payload, l.header_salt,
      l.payload_salt, l.header_hash, l.payload_hash, l.hash
      """;

  private static final String INSERT =
      """
      INSERT INTO log (
        tenant, position, event_id, visible_time, event_time, header, payload, header_salt,
        payload_salt, header_hash, payload_hash, hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String SELECT_AFTER =
      "SELECT "
          + COLUMNS
          + """
          FROM log l WHERE l.tenant = ? AND l.position > ? ORDER BY l.position LIMIT ? + 0
          """;

  private static final String SELECT_BY_EVENT_ID =
      "SELECT " + COLUMNS + "FROM log l WHERE l.tenant = ? AND l.event_id = ?";

  private static final String SELECT_AT =
      "SELECT " + COLUMNS + "FROM log l WHERE l.tenant = ? AND l.position = ?";

  /// To be given a list of marks and closed.
  private static final String SELECT_THERE =
      "SELECT l.event_id FROM log l WHERE l.tenant = ? AND l.event_id IN (";

  private static final String SELECT_VISIBLE_TIME =
      "SELECT visible_time FROM log WHERE tenant = ? AND position = ?";

  private static final String SELECT_HASH =
      "SELECT hash FROM log WHERE tenant = ? AND position = ?";

  private static final String SELECT_SEALS =
      """
      SELECT header_hash, payload_hash, hash FROM log
      WHERE tenant = ? AND position > ? ORDER BY position LIMIT ? + 0
      """;

  private static final String ERASE =
      """
      UPDATE log
      SET header = NULL, payload = NULL, header_salt = NULL, payload_salt = NULL, event_time = NULL
      WHERE tenant = ? AND position > ? AND position <= ? AND header IS NOT NULL
      """;

  /// Begins what stands in the place of an erased event id. No identifier begins so.
  private static final String NAMELESS = "#";

  private static final String ERASE_NAMES =
      """
      UPDATE log SET event_id = '#' || position
      WHERE tenant = ? AND position > ? AND position <= ? AND header IS NULL
        AND event_id NOT LIKE '#%'
      """;

  private final Session session;
  private final long tenant;

  LogTable(Session session, long tenant) {
    this.session = session;
    this.tenant = tenant;
  }

  void insert(LogLine line) {
    var seal = line.seal();
    var name = line.eventId();
    var statement =
        session
            .sql(INSERT)
            .number(tenant)
            .position(line.position())
            .text(name == null ? NAMELESS + line.position() : name.value())
            .instant(line.visibleTime());
    switch (line) {
      case LogEntry entry -> {
        var content = entry.content();
        statement
            .instant(entry.event().eventTime())
            .bytes(content.header())
            .bytes(content.payload())
            .bytes(content.headerSalt())
            .bytes(content.payloadSalt());
      }
      case ErasedEntry _ ->
          statement.instantOrNull(null).bytes(null).bytes(null).bytes(null).bytes(null);
    }
    statement
        .hash(seal.headerHash())
        .hash(seal.payloadHash())
        .hash(seal.hash())
        .put(Subject.of(line));
  }

  List<LogLine> after(LogPosition after, int limit) {
    return session
        .sql(SELECT_AFTER)
        .number(tenant)
        .position(after)
        .number(limit)
        .all(LogTable::line);
  }

  @Nullable LogLine lineOf(EventId event) {
    return session.sql(SELECT_BY_EVENT_ID).number(tenant).text(event.value()).first(LogTable::line);
  }

  @Nullable LogLine lineAt(LogPosition position) {
    return session.sql(SELECT_AT).number(tenant).position(position).first(LogTable::line);
  }

  /// Those of the events that have a line.
  Set<String> there(List<String> events) {
    return Set.copyOf(
        session
            .sql(SELECT_THERE + Marks.of(events) + ")")
            .number(tenant)
            .with(statement -> Marks.bind(statement, events))
            .all(Row::text));
  }

  @Nullable Instant visibleTimeOf(LogPosition position) {
    return session.sql(SELECT_VISIBLE_TIME).number(tenant).position(position).first(Row::instant);
  }

  @Nullable Hash hashOf(LogPosition position) {
    return session.sql(SELECT_HASH).number(tenant).position(position).first(Row::hash);
  }

  List<Seal> seals(LogPosition after, int limit) {
    return session
        .sql(SELECT_SEALS)
        .number(tenant)
        .position(after)
        .number(limit)
        .all(row -> new Seal(row.hash(), row.hash(), row.hash()));
  }

  /// Visible times rise with positions, so that no index on them is needed.
  ///
  /// @param head the last position there is
  LogPosition positionAt(Instant time, LogPosition head) {
    long low = 0;
    long high = head.value();
    while (low < high) {
      long middle = high - (high - low) / 2;
      var visible = visibleTimeOf(new LogPosition(middle));
      if (visible == null || visible.isAfter(time)) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return new LogPosition(low);
  }

  /// Returns how many there were.
  int erase(LogPosition after, int count) {
    return update(ERASE, after, count);
  }

  /// Returns how many there were.
  int eraseNames(LogPosition after, int count) {
    return update(ERASE_NAMES, after, count);
  }

  private int update(String sql, LogPosition after, int count) {
    return session
        .sql(sql)
        .number(tenant)
        .position(after)
        .number(Math.addExact(after.value(), count))
        .update();
  }

  static LogLine line(Row row) {
    var position = row.position();
    return Stored.read(() -> line(position, row), () -> "table log, position " + position);
  }

  private static LogLine line(LogPosition position, Row row) {
    var name = row.text();
    var visibleTime = row.instant();
    var eventTime = row.numberOrNull();
    var header = row.bytesOrNull();
    var payload = row.bytesOrNull();
    var headerSalt = row.bytesOrNull();
    var payloadSalt = row.bytesOrNull();
    var seal = new Seal(row.hash(), row.hash(), row.hash());
    if (header == null || payload == null || headerSalt == null || payloadSalt == null) {
      var eventId = name.startsWith(NAMELESS) ? null : new EventId(name);
      return new ErasedEntry(position, eventId, visibleTime, seal);
    }
    var content = new Seal.Content(header, payload, headerSalt, payloadSalt);
    var entry = LogEntry.of(Stored.json(header), Stored.json(payload), content, seal);
    // The header is sealed, its copies in columns are not.
    if (!entry.position().equals(position)
        || !entry.eventId().value().equals(name)
        || !entry.visibleTime().equals(visibleTime)
        || eventTime == null
        || eventTime != Micros.of(entry.event().eventTime())) {
      throw new IllegalStateException("the columns contradict the header");
    }
    return entry;
  }
}
