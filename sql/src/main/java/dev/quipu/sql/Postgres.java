package dev.quipu.sql;

import dev.quipu.model.id.TenantId;
import dev.quipu.sql.ConnectionOpener.Use;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/// PostgreSQL's words, and how we open it.
///
/// Several processes write to one database. What keeps them apart is the row of the tenant: it is
/// locked before anything of the tenant is read, and until the commit. Each statement then sees all
/// that was committed before it (`READ COMMITTED`), hence all that the last holder of the lock did.
final class Postgres implements Dialect {

  /// How long we wait for a sign of life. Commits are short, and many wait behind one; a reader may
  /// have to sort.
  private static final int WRITE_SECONDS = 20;

  private static final int READ_SECONDS = 60;

  private static final Map<String, String> WORDS =
      Map.of("text", "TEXT COLLATE \"C\"", "bytes", "BYTEA", "clustered", "");

  /// Spells "quipu". Whoever opens a storage holds it while making the schema and the identity.
  private static final String LOCK_OPENING = "SELECT pg_advisory_xact_lock(487266217077)";

  /// Null if the one we asked for is not there.
  private static final String SELECT_SCHEMA = "SELECT current_schema()";

  private static final String SELECT_TABLE =
      """
      SELECT 1 FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_name = ?
      """;

  /// Held by whoever may begin a tenant.
  private static final String LOCK_BEGINNINGS =
      "SELECT last_number FROM numbering WHERE name = 'tenant' FOR UPDATE";

  /// Of `tenant` alone: a row joined to it would be as it was before the wait for the lock.
  private static final String LOCK_TENANTS = "SELECT name FROM tenant WHERE name IN (";

  private static final String IN_ORDER = ") ORDER BY name FOR UPDATE";

  /// Our statements are written so that there is one good way to run them: down an index, in the
  /// order of the joins. A planner with statistics of another day might find a worse one, and one
  /// without any, of an empty table, surely does.
  private static final String PLANS =
      " -c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off"
          + " -c enable_mergejoin=off -c enable_sort=off -c enable_incremental_sort=off"
          + " -c enable_material=off -c join_collapse_limit=1 -c jit=off"
          + " -c plan_cache_mode=force_generic_plan";

  /// Nobody holds a lock for long: a holder that went to sleep is cut off, and whoever waits for it
  /// gives up and tells its callers to come back.
  private static final String WRITER =
      " -c default_transaction_isolation=read\\ committed -c lock_timeout=2s"
          + " -c idle_in_transaction_session_timeout=10s";

  private static final String READER =
      " -c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on"
          + " -c idle_in_transaction_session_timeout=5min";

  /// What another connection may mend: the server went or was told to end us, is starting, is full,
  /// is no longer the one that takes writes; somebody was in the way.
  private static final Set<String> PASSING =
      Set.of(
          "40001", "40P01", "55P03", "57P01", "57P02", "57P03", "57P05", "25P03", "25006", "53300");

  private final String schema;

  Postgres(String schema) {
    this.schema = schema;
  }

  static Connection connect(PostgresAddress address, Use use) throws SQLException {
    var settings = new Properties();
    settings.putAll(address.options());
    PGProperty.USER.set(settings, address.user());
    PGProperty.PASSWORD.set(settings, address.password());
    PGProperty.APPLICATION_NAME.set(settings, "quipu");
    PGProperty.CURRENT_SCHEMA.set(settings, address.schema());
    PGProperty.TCP_KEEP_ALIVE.set(settings, true);
    PGProperty.SOCKET_TIMEOUT.set(settings, use == Use.WRITE ? WRITE_SECONDS : READ_SECONDS);
    PGProperty.REWRITE_BATCHED_INSERTS.set(settings, true);
    // We run few statements, and each often.
    PGProperty.PREPARE_THRESHOLD.set(settings, 1);
    PGProperty.OPTIONS.set(settings, (PLANS + (use == Use.WRITE ? WRITER : READER)).strip());
    var url = "jdbc:postgresql://" + address.hosts() + "/" + address.database();
    var connection = new Driver().connect(url, settings);
    if (connection == null) {
      throw new SQLException("not an address of PostgreSQL: " + address, "08001");
    }
    try {
      if (use == Use.WRITE) {
        makeDurable(connection);
      }
      // The driver sends BEGIN along with the first statement of a transaction.
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /// What is acknowledged is on the disk, whatever the database does for others. Stricter settings
  /// than ours, which wait for replicas too, stay.
  private static void makeDurable(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          SELECT set_config('synchronous_commit', 'on', false)
          WHERE current_setting('synchronous_commit') = 'off'
          """);
    }
  }

  @Override
  public Map<String, String> words() {
    return WORDS;
  }

  @Override
  public void beginWriting(Session session) {
    // The driver does, with the first statement.
  }

  @Override
  public void beginAlone(Session session) {
    session.sql(LOCK_OPENING).any();
    if (session.sql(SELECT_SCHEMA).first(Row::textOrNull) == null) {
      session.run("CREATE SCHEMA " + schema);
    }
  }

  /// Two orders have to be kept by everybody: beginnings before tenants, and tenants by their name.
  /// That a tenant has not begun is only known once the others are locked; those are let go again.
  @Override
  public void lock(Session session, SortedSet<TenantId> tenants) {
    if (lockThoseThere(session, tenants) < tenants.size()) {
      session.rollBack();
      session.sql(LOCK_BEGINNINGS).any();
      lockThoseThere(session, tenants);
    }
  }

  private static int lockThoseThere(Session session, SortedSet<TenantId> tenants) {
    var names = tenants.stream().map(TenantId::value).toList();
    return session
        .sql(LOCK_TENANTS + Marks.of(names) + IN_ORDER)
        .with(statement -> Marks.bind(statement, names))
        .all(Row::text)
        .size();
  }

  @Override
  public void beginReading(Session session) {
    // The driver does, with the first statement.
  }

  @Override
  public boolean hasTable(Session session, String name) {
    return session.sql(SELECT_TABLE).text(name).any();
  }

  @Override
  public boolean losesAnswers() {
    return true;
  }

  @Override
  public boolean hasOtherWriters() {
    return true;
  }

  @Override
  public boolean isFarAway() {
    return true;
  }

  @Override
  public String now() {
    return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
  }

  @Override
  public String skippingLocked() {
    return "FOR UPDATE SKIP LOCKED";
  }

  @Override
  public Fault faultOf(SQLException failure) {
    var state = failure.getSQLState();
    if (state == null) {
      return Fault.OUTAGE;
    }
    // Constraints, values that have no place, rows too long for an index; and what follows upon
    // one of these until the unit is rolled back.
    if (state.startsWith("23")
        || state.startsWith("22")
        || state.equals("54000")
        || state.equals("25P02")) {
      return Fault.ROW;
    }
    if (state.equals("XX001") || state.equals("XX002")) {
      return Fault.DAMAGE;
    }
    return state.startsWith("08") || PASSING.contains(state) ? Fault.PASSING : Fault.OUTAGE;
  }
}
