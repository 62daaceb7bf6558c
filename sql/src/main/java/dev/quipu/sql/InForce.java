package dev.quipu.sql;

import dev.quipu.model.log.Head;
import dev.quipu.model.view.At;

/// A point on the two clocks, as conditions on `object` and the tables that hang on it.
///
/// Which rectangle contains the point is found by walking an index until the first one that does.
/// How long the walk is depends on the direction only:
/// - as known now, rectangles in the order of valid time: of those that begin at one instant the
///   newest comes first, and it is the believed one; so the first row is the answer;
/// - as known at p, at a time not before p became visible: in the order in which rectangles were
///   opened, because what was opened last before p reaches into the future;
/// - as known at p, at an earlier time: in the order of valid time again.
///
/// The unary plus keeps a planner from the index that the walk is not meant to take.
record InForce(At at, Walk walk) {

  private static final String RECTANGLE_OF =
      "FROM span x WHERE x.space = %1$s.space AND x.type = %1$s.type AND x.id = %1$s.id ";

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
        AND x.valid_from <= ? AND x.valid_to > ? AND +x.sys_from <= ? AND x.sys_to > ?
        ORDER BY x.valid_from DESC, x.sys_from DESC LIMIT 1
        """),
    BY_SYSTEM_TIME(
        """
        AND +x.valid_from <= ? AND x.valid_to > ? AND x.sys_from <= ? AND x.sys_to > ?
        ORDER BY x.sys_from DESC, x.valid_from DESC LIMIT 1
        """);

    private final String joined;
    private final String present;
    private final String presentAsOther;

    Walk(String condition) {
      joined =
          """
           AND s.space = o.space AND s.type = o.type AND s.id = o.id
           AND (s.sys_from, s.valid_from) = (SELECT x.sys_from, x.valid_from %s)
           AND v.space = s.space AND v.type = s.type AND v.id = s.id AND v.version = s.version
          """
                  .formatted(RECTANGLE_OF.formatted("o") + condition)
              + NOT_DELETED.formatted("o");
      present = present("o", condition);
      presentAsOther = present("n", condition);
    }

    private static String present(String as, String condition) {
      return """
              AND ((%1$s.type = 'event' AND %1$s.created <= ?)
                OR (SELECT x.version %2$s) IS NOT NULL)
             """
              .formatted(as, RECTANGLE_OF.formatted(as) + condition)
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
    bindRectangle(statement);
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
    bindRectangle(statement);
    bindNotDeleted(statement);
  }

  private void bindRectangle(Prepared statement) {
    statement
        .instant(at.asOf())
        .instant(at.asOf())
        .position(at.asKnownAt())
        .position(at.asKnownAt());
  }

  private void bindNotDeleted(Prepared statement) {
    statement.position(at.asKnownAt()).position(at.asKnownAt());
  }
}
