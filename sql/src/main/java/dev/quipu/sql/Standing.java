package dev.quipu.sql;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Head;
import dev.quipu.model.view.Digest;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Where a tenant stands: its number, its active space and that one's digest, the end of its log
/// and whether that is its end for ever.
///
/// A group moves this in memory and writes it once at the end, however many entries it appends.
record Standing(long tenant, long space, Head head, Digest digest, boolean ended) {

  private static final String SELECT =
      """
      SELECT t.number, t.active_space, t.position, t.hash, t.visible_time, t.ended,
        (SELECT s.digest FROM space s WHERE s.tenant = t.number AND s.number = t.active_space)
      FROM tenant t WHERE t.name = ?
      """;
  private static final String SELECT_NAMES = "SELECT name FROM tenant";
  private static final String SELECT_LOST =
      """
      SELECT last_number - (SELECT COUNT(*) FROM tenant) FROM numbering WHERE name = 'tenant'
      """;
  private static final String NEXT_NUMBER =
      "UPDATE numbering SET last_number = last_number + 1 WHERE name = ? RETURNING last_number";
  private static final String INSERT_TENANT =
      """
      INSERT INTO tenant (name, number, active_space, position, hash, visible_time)
      VALUES (?, ?, ?, ?, ?, ?)
      """;
  private static final String UPDATE_TENANT =
      """
      UPDATE tenant
      SET active_space = ?, position = ?, hash = ?, visible_time = ?, ended = ?,
        touched = touched + 1
      WHERE name = ?
      """;
  private static final String INSERT_SPACE =
      "INSERT INTO space (number, tenant, digest) VALUES (?, ?, ?)";
  private static final String UPDATE_SPACE =
      "UPDATE space SET digest = ? WHERE tenant = ? AND number = ?";

  /// No row of any table has this tenant or space.
  static final Standing NOWHERE = new Standing(0, 0, Head.EMPTY, Digest.EMPTY, false);

  boolean isNowhere() {
    return tenant == NOWHERE.tenant;
  }

  /// [#NOWHERE] for a tenant that nothing was ever written to.
  static Standing of(Session session, TenantId tenant) {
    var found = find(session, tenant);
    return found == null ? NOWHERE : found;
  }

  private static @Nullable Standing find(Session session, TenantId tenant) {
    return session
        .sql(SELECT)
        .text(tenant.value())
        .first(row -> Stored.read(() -> read(row), () -> "table tenant, " + tenant));
  }

  private static Standing read(Row row) {
    long number = row.number();
    long space = row.number();
    var head = new Head(row.position(), row.hash(), row.instant());
    boolean ended = row.flag();
    return new Standing(number, space, head, Digest.copyOf(row.bytes()), ended);
  }

  /// Everybody who stands somewhere.
  static SortedSet<TenantId> names(Session session) {
    var names = new TreeSet<>(Comparator.comparing(TenantId::value));
    session.sql(SELECT_NAMES).each(row -> names.add(new TenantId(row.text())));
    return names;
  }

  /// Refuses to begin a log where one was begun and is not there any more: it may be this one, and
  /// beginning it again would hide that.
  ///
  /// Rows of this table never go, so that there are as many as numbers were given.
  static void refuseIfLost(Session session, TenantId tenant) {
    var lost = session.sql(SELECT_LOST).first(Row::number);
    if (lost == null || lost != 0) {
      throw new Corrupt(
          "storage.corrupt", "table tenant, " + tenant, "The head of a log was taken away.");
    }
  }

  /// Gives a new tenant its number and its first space.
  static Standing begin(Session session, TenantId tenant) {
    long number = nextNumber(session, "tenant");
    var head = Head.EMPTY;
    long space = openSpace(session, number);
    session
        .sql(INSERT_TENANT)
        .text(tenant.value())
        .number(number)
        .number(space)
        .position(head.position())
        .hash(head.hash())
        .instant(head.visibleTime())
        .update();
    return new Standing(number, space, head, Digest.EMPTY, false);
  }

  static long openSpace(Session session, long tenant) {
    long space = nextNumber(session, "space");
    session.sql(INSERT_SPACE).number(space).number(tenant).bytes(Digest.EMPTY.bytes()).update();
    return space;
  }

  static void keepDigest(Session session, long tenant, long space, Digest digest) {
    session
        .sql(UPDATE_SPACE)
        .bytes(digest.bytes())
        .number(tenant)
        .number(space)
        .updateOne("space " + space);
  }

  /// Writes it down, unless nothing has begun. Whoever watches the tenant sees that it was touched.
  void write(Session session, TenantId name) {
    if (isNowhere()) {
      return;
    }
    session
        .sql(UPDATE_TENANT)
        .number(space)
        .position(head.position())
        .hash(head.hash())
        .instant(head.visibleTime())
        .flag(ended)
        .text(name.value())
        .updateOne("tenant " + name);
    keepDigest(session, tenant, space, digest);
  }

  Standing at(Head head, Digest digest) {
    return new Standing(tenant, space, head, digest, ended);
  }

  Standing in(long space, Digest digest) {
    return new Standing(tenant, space, head, digest, ended);
  }

  Standing atItsEnd() {
    return new Standing(tenant, space, head, digest, true);
  }

  private static long nextNumber(Session session, String name) {
    var number = session.sql(NEXT_NUMBER).text(name).first(Row::number);
    if (number == null) {
      throw new IllegalStateException("no numbering for " + name);
    }
    return number;
  }
}
