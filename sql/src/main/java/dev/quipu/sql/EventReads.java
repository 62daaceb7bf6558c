package dev.quipu.sql;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogEntry;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads events out of the log, as far as the objects of type event may be seen. Erased ones are
/// not there.
///
/// An event never changes, so that it has every value that it is listed under: nothing has to be
/// checked against the event itself.
final class EventReads {

  private static final String SELECT = "SELECT " + LogTable.COLUMNS;

  private static final String FIND =
      """
      FROM log l CROSS JOIN object o
      WHERE l.tenant = ? AND l.event_id = ? AND l.header IS NOT NULL
        AND o.space = ? AND o.type = 'event' AND o.id = l.event_id
      """;

  private static final String LIST =
      """
      FROM log l CROSS JOIN object o
      WHERE l.tenant = ? AND o.space = ? + 0 * l.position AND l.position > ? AND l.position <= ?
        AND o.type = 'event' AND o.id = l.event_id
      """;

  private static final String LIST_BY_FIELD =
      """
      FROM list_key k CROSS JOIN object o CROSS JOIN log l
      WHERE l.tenant = ? + 0 * k.created AND k.space = ? AND k.created > ? AND k.created <= ?
        AND k.type = 'event' AND k.field = ? AND k.value = ?
        AND o.space = +k.space AND o.type = k.type AND o.id = k.id
        AND l.position = k.created
      """;

  private static final String AND_LISTED =
      """
       AND (SELECT 1 FROM list_key m
         WHERE m.space = k.space AND m.type = k.type AND m.field = ? AND m.value = ?
           AND m.created = k.created AND m.id = k.id LIMIT 1) = 1
      """;

  /// Null once erased, and then neither holds.
  private static final String IN_TIME = " AND l.event_time >= ? AND l.event_time < ?";

  private final Session session;
  private final Standing standing;
  private final AccessFilter filter;

  EventReads(Session session, Standing standing, AccessFilter filter) {
    this.session = session;
    this.standing = standing;
    this.filter = filter;
  }

  @Nullable LogEntry find(EventId event) {
    return session
        .sql(SELECT + FIND + filter.on("o") + InForce.notDeleted())
        .number(standing.tenant())
        .text(event.value())
        .number(standing.space())
        .with(filter::bind)
        .with(this::bindNotDeleted)
        .first(EventReads::entry);
  }

  List<LogEntry> list(EventListing listing) {
    var by =
        ListedField.mostSelective(session, standing.space(), ObjectType.EVENT, listing.fields());
    var others = new HashMap<>(listing.fields());
    if (by != null) {
      others.remove(by.field());
    }
    var order = (by == null ? " ORDER BY l.position" : " ORDER BY k.created");
    var sql =
        SELECT
            + (by == null ? LIST : LIST_BY_FIELD)
            + AND_LISTED.repeat(others.size())
            + IN_TIME
            + filter.on("o")
            + InForce.notDeleted()
            + order
            + (listing.newestFirst() ? " DESC" : "")
            + " LIMIT ? + 0";
    var statement =
        session
            .sql(sql)
            .number(standing.tenant())
            .number(standing.space())
            .position(listing.after())
            .position(listing.upTo());
    if (by != null) {
      statement.text(by.field()).text(by.key());
    }
    for (var other : others.entrySet()) {
      statement.text(other.getKey()).text(ListValue.keyOf(other.getValue()));
    }
    var from = listing.from();
    var to = listing.to();
    return statement
        .number(from == null ? Long.MIN_VALUE : Micros.of(from))
        .number(to == null ? Long.MAX_VALUE : Micros.of(to))
        .with(filter::bind)
        .with(this::bindNotDeleted)
        .number(listing.limit())
        .all(EventReads::entry);
  }

  private void bindNotDeleted(Prepared statement) {
    statement.position(standing.head().position()).position(standing.head().position());
  }

  private static LogEntry entry(Row row) {
    return (LogEntry) LogTable.line(row);
  }
}
