package dev.quipu.bench.ingest;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.process.JavaChild;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.process.Strace;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;

/// SQLite, in folders of this machine.
record SqliteDatabase(Scratch scratch) implements Database {

  static SqliteDatabase open() throws IOException {
    return new SqliteDatabase(Scratch.open());
  }

  @Override
  public Place newPlace() throws IOException {
    return new Folder(Files.createTempDirectory(scratch.folder(), "place-"));
  }

  @Override
  public void settle() throws IOException, InterruptedException {
    scratch.settle();
  }

  /// Runs a child that opens a new folder, writes, and closes it; all of its fsyncs count.
  @Override
  public SyncCount syncs(int writers, int events) throws IOException, InterruptedException {
    try (var place = newPlace()) {
      var load =
          JavaChild.of(LoadProcess.class)
              .command(
                  place.folder().resolve("data").toString(),
                  Integer.toString(writers),
                  Integer.toString(events));
      boolean counted = Strace.works();
      var counts = place.folder().resolve("counts");
      long commits = run(counted ? Strace.countingSyncs(counts, load) : load);
      // Without strace: one for each commit, and some for opening and closing.
      return counted
          ? new SyncCount(
              Strace.countedSyncs(counts),
              commits,
              events,
              "counted by strace, opening and closing included")
          : new SyncCount(
              commits,
              commits,
              events,
              "NOT COUNTED: strace cannot be had, these are commits as the engine tells");
    }
  }

  private static long run(List<String> command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("the load failed: " + command + "\n" + output);
    }
    return Long.parseLong(output.strip());
  }

  /// `wchar`: what was handed to `write` and its kin. `write_bytes` would leave out what the page
  /// cache has merged, which is chance.
  @Override
  public long bytesWritten() throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc/self/io"))) {
      if (line.startsWith("wchar: ")) {
        return Long.parseLong(line.substring("wchar: ".length()));
      }
    }
    throw new IOException("no wchar in /proc/self/io");
  }

  /// It runs in the process that uses it.
  @Override
  public long cpuNanos() {
    return 0;
  }

  @Override
  public void close() {
    scratch.close();
  }

  private record Folder(Path folder) implements Place {

    /// As `dev.quipu.sql.Sqlite` opens its writer.
    private static final List<String> SETTINGS =
        List.of(
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
            "PRAGMA secure_delete = ON",
            "PRAGMA temp_store = MEMORY",
            "PRAGMA cache_size = -32768",
            "PRAGMA wal_autocheckpoint = 4000");

    private Path data() {
      return folder.resolve("data");
    }

    @Override
    public Store open(CommitMeter meter) {
      return Store.open(data(), meter);
    }

    /// It has its data in its folder.
    @Override
    public Map<String, String> serverSettings() {
      return Map.of();
    }

    @Override
    public RecordedRows rows(TenantId tenant) throws SQLException {
      var config = new SQLiteConfig();
      config.setReadOnly(true);
      try (var connection = config.createConnection("jdbc:sqlite:" + data().resolve("quipu.db"))) {
        return RecordedRows.read(connection, tenant, schema(connection));
      }
    }

    /// The tables and indexes, as SQLite keeps them.
    private static List<String> schema(Connection connection) throws SQLException {
      try (var statement = connection.createStatement();
          var results =
              statement.executeQuery(
                  "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")) {
        var schema = new ArrayList<String>();
        while (results.next()) {
          schema.add(results.getString(1));
        }
        return schema;
      }
    }

    @Override
    public BareLoop bare(RecordedRows rows) throws SQLException {
      var config = new SQLiteConfig();
      config.setGetGeneratedKeys(false);
      var connection = config.createConnection("jdbc:sqlite:" + folder.resolve("bare.db"));
      try (var statement = connection.createStatement()) {
        for (var setting : SETTINGS) {
          statement.execute(setting);
        }
        for (var sql : rows.schema()) {
          statement.execute(sql);
        }
        // Else the driver tries a BEGIN of its own before every statement.
        connection.setAutoCommit(false);
        statement.execute("COMMIT");
      }
      return BareLoop.of(rows, connection, List.of("BEGIN IMMEDIATE"));
    }

    @Override
    public void close() {
      Scratch.remove(folder);
    }
  }
}
