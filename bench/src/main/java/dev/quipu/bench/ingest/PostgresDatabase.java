package dev.quipu.bench.ingest;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.process.Scratch;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.model.id.TenantId;
import dev.quipu.sql.PostgresAddress;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL: one of our own, or one that was there before, of which we take new schemas.
final class PostgresDatabase implements Database {

  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private final String address;
  private final @Nullable PostgresServer server;
  private final Connection connection;
  private final Scratch scratch;

  private PostgresDatabase(
      String address, @Nullable PostgresServer server, Connection connection, Scratch scratch) {
    this.address = address;
    this.server = server;
    this.connection = connection;
    this.scratch = scratch;
  }

  /// Starts one.
  static PostgresDatabase start() throws IOException, SQLException {
    var server = PostgresServer.open(PostgresServer.Disk.WAITED_FOR);
    return open(server.address("public"), server);
  }

  /// Uses one that may drop and make schemas.
  static PostgresDatabase at(String address) throws IOException, SQLException {
    return open(address, null);
  }

  private static PostgresDatabase open(String address, @Nullable PostgresServer server)
      throws IOException, SQLException {
    var connection = connect(PostgresAddress.parse(address));
    connection.setAutoCommit(true);
    return new PostgresDatabase(address, server, connection, Scratch.open());
  }

  /// As `dev.quipu.sql.Postgres` opens its writer.
  private static Connection connect(PostgresAddress address) throws SQLException {
    var settings = new Properties();
    settings.putAll(address.options());
    settings.put("user", address.user());
    settings.put("password", address.password());
    settings.put("currentSchema", address.schema());
    settings.put("reWriteBatchedInserts", "true");
    settings.put("prepareThreshold", "1");
    var url = "jdbc:postgresql://" + address.hosts() + "/" + address.database();
    var connection = DriverManager.getConnection(url, settings);
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public Place newPlace() throws IOException {
    var schema = "bench_" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
    var folder = Files.createTempDirectory(scratch.folder(), "place-");
    return new Schema(PostgresAddress.parse(inSchema(schema)), inSchema(schema), folder);
  }

  private String inSchema(String schema) {
    var plain = address.replaceAll("[?&]schema=[^&]*", "");
    return plain + (plain.contains("?") ? "&" : "?") + "schema=" + schema;
  }

  @Override
  public void settle() throws IOException, InterruptedException {
    if (server != null) {
      execute("CHECKPOINT");
      scratch.settle();
    }
  }

  @Override
  public SyncCount syncs(int writers, int events) throws IOException, InterruptedException {
    var groups = new Groups();
    try (var place = newPlace()) {
      long before;
      try (var store = place.open(groups)) {
        before = syncs();
        new ClosedLoop(writers, events, Messages::submission).run(store.engine());
      }
      // A connection tells what it has done when it ends.
      while (number("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'quipu'") > 0) {
        Thread.sleep(10);
      }
      return new SyncCount(
          syncs() - before,
          groups.sizes().size(),
          events,
          "as pg_stat_io tells, checkpoints included");
    }
  }

  private long syncs() {
    return number("SELECT SUM(fsyncs) FROM pg_stat_io")
        + (number("SELECT current_setting('server_version_num')::int") < 180_000
            ? number("SELECT wal_sync FROM pg_stat_wal")
            : 0);
  }

  @Override
  public long bytesWritten() {
    return number("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint");
  }

  @Override
  public long cpuNanos() throws IOException {
    return server == null ? 0 : server.cpu().toNanos();
  }

  private long number(String sql) {
    try (var statement = connection.createStatement();
        var results = statement.executeQuery(sql)) {
      results.next();
      return results.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void execute(String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      scratch.close();
      if (server != null) {
        server.close();
      }
    }
  }

  private final class Schema implements Place {

    private final PostgresAddress address;
    private final String text;
    private final Path folder;

    Schema(PostgresAddress address, String text, Path folder) {
      this.address = address;
      this.text = text;
      this.folder = folder;
    }

    @Override
    public Store open(CommitMeter meter) {
      return Store.open(address, folder, meter);
    }

    @Override
    public Path folder() {
      return folder;
    }

    @Override
    public Map<String, String> serverSettings() {
      return Map.of("QUIPU_STORAGE", text);
    }

    @Override
    public RecordedRows rows(TenantId tenant) throws SQLException {
      try (var mine = connect(address)) {
        return RecordedRows.read(mine, tenant, schema());
      }
    }

    private List<String> schema() throws SQLException {
      var made = new ArrayList<String>();
      try (var statement = connection.createStatement();
          var results =
              statement.executeQuery(
                  "SELECT table_name FROM information_schema.tables WHERE table_schema = '"
                      + address.schema()
                      + "'")) {
        while (results.next()) {
          made.add(
              "CREATE TABLE %2$s (LIKE %1$s.%2$s INCLUDING ALL)"
                  .formatted(address.schema(), results.getString(1)));
        }
      }
      return made;
    }

    @Override
    public BareLoop bare(RecordedRows rows) throws SQLException {
      var bare = PostgresAddress.parse(inSchema(address.schema() + "_bare"));
      execute("CREATE SCHEMA " + bare.schema());
      var own = connect(bare);
      try (var statement = own.createStatement()) {
        for (var sql : rows.schema()) {
          statement.execute(sql);
        }
      }
      return BareLoop.of(rows, own, List.of());
    }

    @Override
    public void close() {
      execute("DROP SCHEMA IF EXISTS " + address.schema() + " CASCADE");
      execute("DROP SCHEMA IF EXISTS " + address.schema() + "_bare CASCADE");
      Scratch.remove(folder);
    }
  }
}
