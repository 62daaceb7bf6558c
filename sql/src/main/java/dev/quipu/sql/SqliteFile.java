package dev.quipu.sql;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.sql.ConnectionOpener.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

/// The file that lies where our database should: ours, or somebody else's, which is left alone.
final class SqliteFile {

  /// In the header of every database that we made: "Quip".
  private static final int MARK = 0x51756970;

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MARK_AT = 68;
  private static final int HEADER_LENGTH = 100;

  /// Writers wait while all of it is written anew: some seconds for this much.
  private static final long SCRUBBED_BYTES = 256L << 20;

  private static final String SELECT_OURS =
      """
      SELECT COUNT(*) = 0 OR MAX(name = 'schema_version') FROM sqlite_master
      """;

  private SqliteFile() {}

  /// Refuses a file that another program has written. Looks without changing anything: opening a
  /// database to write already changes it.
  static void refuseIfForeign(Path file) throws IOException {
    if (Files.size(file) == 0) {
      return;
    }
    if (!Files.isWritable(file)) {
      throw refusal("storage.unavailable", "The database " + file + " is not writable.");
    }
    var header = ByteBuffer.allocate(HEADER_LENGTH);
    try (var in = Files.newInputStream(file)) {
      header.put(in.readNBytes(HEADER_LENGTH)).clear();
    }
    if (!header.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
      throw foreign(file, "is not an SQLite database");
    }
    if (header.getInt(MARK_AT) != MARK && !isUnmarkedOurs(file)) {
      throw foreign(file, "is a database of another program");
    }
  }

  /// Either the mark is still in the write-ahead log, or a crash came before it was made.
  private static boolean isUnmarkedOurs(Path file) {
    try (var connection = Sqlite.connect(file, Use.READ);
        var statement = connection.createStatement();
        var found = statement.executeQuery(SELECT_OURS)) {
      return found.next() && found.getBoolean(1);
    } catch (SQLException e) {
      throw Session.translate(e, new Sqlite().faultOf(e));
    }
  }

  /// Marks a database that is ours.
  static void mark(Session writer) {
    var found = writer.sql("PRAGMA application_id").first(Row::integer);
    if (found == null || found != MARK) {
      writer.run("PRAGMA application_id = " + MARK);
    }
  }

  /// SQLite overwrites what is deleted, but where rows had moved from one page to another a copy
  /// may be left in the unused part of the first. Only writing every page anew removes those.
  static void writeAnew(Path file, Session writer) {
    if (size(file) <= SCRUBBED_BYTES) {
      // It would hold the whole copy in memory otherwise.
      writer.run("PRAGMA temp_store = FILE");
      writer.run("VACUUM");
      writer.run("PRAGMA temp_store = MEMORY");
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Unavailable foreign(Path file, String what) {
    return refusal(
        "storage.foreign",
        "The file " + file + " " + what + ", so it is not Quipu's and was left as it is.");
  }

  private static Unavailable refusal(String code, String why) {
    return new Unavailable(
        code, why + " Mend or move it, or choose another data folder.", Duration.ZERO);
  }
}
