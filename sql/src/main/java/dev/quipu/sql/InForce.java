package dev.quipu.sql;

import dev.quipu.model.log.Head;
import dev.quipu.model.view.At;

/// A point on the two clocks, as conditions on `object` and the tables that hang on it.
///
/// Rectangles do not overlap. So of those believed at a position, only the one that begins last
/// before an instant can contain it; and of those that contain an instant, only the one that was
/// opened last before a position can be believed there. Either is found by walking an index back,
/// and how long the walk is depends on which:
/// - as known now, by valid time: the first row is believed, unless what began there was ended;
/// - as known at p, at a time not before p became visible, by system time: what was opened last
///   before p reaches into the future, unless it arrived late;
/// - as known at p, at an earlier time, by valid time again.
///
/// The candidate is joined by when it was opened, which one column tells, and by containing the
/// point: what was opened at one position does not overlap either. (A pair of columns compared with
/// a pair that is selected finds its row by an index in SQLite, and by none in PostgreSQL.)
///
/// A unary plus, or an empty text put behind, keeps a planner from the index that is not meant to
/// be taken, and from joining by what it has concluded instead of by what is said.
record InForce(At at, Walk walk) {

  private static final String NOT_DELETED =
      """
       AND (%1$s.ever_deleted = 0 OR COALESCE((
         SELECT t.sys_to FROM tombstone t
         WHERE t.space = %1$s.space AND t.type = %1$s.type AND t.id = %1$s.id AND t.sys_from <= ?
         ORDER BY t.sys_from DESC LIMIT 1), 0) <= ?)
      """;

  enum Walk {
    BY_VALID_TIME(
        """
        FROM span x WHERE x.space = %1$s.space AND x.type = %1$s.type AND x.id = %1$s.id
          AND x.valid_from <= ? AND +x.sys_from <= ? AND x.sys_to > ?
        ORDER BY x.valid_from DESC, x.sys_from DESC LIMIT 1
        """,
        "valid_to"),
    BY_SYSTEM_TIME(
        """
        FROM span x WHERE x.space = %1$s.space AND x.type = %1$s.type AND x.id = %1$s.id
          AND x.sys_from <= ? AND +x.valid_from <= ? AND x.valid_to > ?
        ORDER BY x.sys_from DESC, x.valid_from DESC LIMIT 1
        """,
        "sys_to");

    private final String joined;
    private final String present;
    private final String presentAsOther;

    /// @param candidate the only rectangle of an object that can contain the point
    /// @param end the column that then decides
    Walk(String candidate, String end) {
      joined =
          """
           AND s.space = +o.space AND s.type = o.type AND s.id = o.id || ''
           AND s.sys_from = (SELECT x.sys_from %s)
           AND +s.valid_from <= ? AND s.valid_to > ? AND s.sys_to > ?
           AND v.space = +s.space AND v.type = s.type AND v.id = s.id || '' AND v.version = s.version
          """
                  .formatted(candidate.formatted("o"))
              + NOT_DELETED.formatted("o");
      present = present("o", candidate, end);
      presentAsOther = present("n", candidate, end);
    }

    private static String present(String as, String candidate, String end) {
      return """
              AND ((%1$s.type = 'event' AND %1$s.created <= ?) OR (SELECT x.%3$s %2$s) > ?)
             """
              .formatted(as, candidate.formatted(as), end)
          + NOT_DELETED.formatted(as);
    }
  }

  static InForce at(At at, Head head, LogTable log) {
    var position = at.asKnownAt();
    if (position.compareTo(head.position()) >= 0) {
      return new InForce(at, Walk.BY_VALID_TIME);
    }
    var visible = log.visibleTimeOf(position);
    boolean early = visible != null && at.asOf().isBefore(visible);
    return new InForce(at, early ? Walk.BY_VALID_TIME : Walk.BY_SYSTEM_TIME);
  }

  /// Joins `object o` with the rectangle `span s` and the `version v` that are in force, and keeps
  /// nothing that was deleted.
  String joined() {
    return walk.joined;
  }

  void bindJoined(Prepared statement) {
    bindCandidate(statement);
    statement.instant(at.asOf()).instant(at.asOf()).position(at.asKnownAt());
    bindNotDeleted(statement);
  }

  /// Keeps of `object o` what is not deleted at a position, which is bound twice.
  static String notDeleted() {
    return NOT_DELETED.formatted("o");
  }

  /// Keeps of `object o` what is there. An event is there from its position on: it has no versions.
  String present() {
    return walk.present;
  }

  /// The same for the object `n` at the other end of an edge.
  String presentAsOther() {
    return walk.presentAsOther;
  }

  void bindPresent(Prepared statement) {
    statement.position(at.asKnownAt());
    bindCandidate(statement);
    switch (walk) {
      case BY_VALID_TIME -> statement.instant(at.asOf());
      case BY_SYSTEM_TIME -> statement.position(at.asKnownAt());
    }
    bindNotDeleted(statement);
  }

  private void bindCandidate(Prepared statement) {
    long instant = Micros.of(at.asOf());
    long position = at.asKnownAt().value();
    switch (walk) {
      case BY_VALID_TIME -> statement.number(instant).number(position).number(position);
      case BY_SYSTEM_TIME -> statement.number(position).number(instant).number(instant);
    }
  }

  private void bindNotDeleted(Prepared statement) {
    statement.position(at.asKnownAt()).position(at.asKnownAt());
  }
}
