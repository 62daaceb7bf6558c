package dev.quipu.sql;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import java.time.Duration;

/// Who does which background work, and until when.
///
/// The time is the database's in every statement: the clocks of those who share it may differ.
final class LeaseTable {

  private static final String TAKE =
      """
      INSERT INTO lease (name, holder, until) VALUES (?, ?, ${now} + ?)
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE lease.holder = excluded.holder OR lease.until <= ${now}
      """;
  private static final String RELEASE = "DELETE FROM lease WHERE name = ? AND holder = ?";
  private static final String RELEASE_ALL = "DELETE FROM lease";

  private LeaseTable() {}

  static boolean take(Session session, String name, String holder, Duration term) {
    session.beginWriting();
    int taken =
        session
            .sql(TAKE.replace("${now}", session.dialect().now()))
            .text(name)
            .text(holder)
            .number(MICROSECONDS.convert(term))
            .update();
    session.commit();
    return taken == 1;
  }

  static void release(Session session, String name, String holder) {
    session.beginWriting();
    session.sql(RELEASE).text(name).text(holder).update();
    session.commit();
  }

  /// For whoever has the database to itself: all who held a lease are dead.
  static void releaseAll(Session session) {
    session.beginWriting();
    session.sql(RELEASE_ALL).update();
    session.commit();
  }
}
