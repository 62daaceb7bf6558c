package dev.quipu.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Keeps SQLite's write-ahead log from growing without end, and from remembering what was erased.
///
/// SQLite starts the file over only at a moment when no reader is using it. Readers that follow
/// closely upon one another leave no such moment, so once the file is too long we make one: the
/// writer waits for the readers of old pages to end, while new ones already read the database.
final class WalLimit {

  private static final String TRUNCATE = "PRAGMA wal_checkpoint(TRUNCATE)";

  private static final Duration USUAL = Duration.ofMillis(100);
  private static final Duration FOR_ERASING = Duration.ofSeconds(2);

  private final Path file;
  private final long bytes;
  private long tryAgainAt;
  private boolean erasing;

  /// @param bytes how long the file may get
  WalLimit(Path file, long bytes) {
    this.file = file;
    this.bytes = bytes;
    this.tryAgainAt = bytes;
  }

  /// Lets the next [#hold] empty the file, however short it is: what was erased from the database
  /// is still in the pages that were logged before.
  void empty() {
    tryAgainAt = 0;
    erasing = true;
  }

  /// Called between two transactions of the writer.
  void hold(Session session) {
    long size = size();
    if (size <= tryAgainAt) {
      return;
    }
    patience(session, erasing ? FOR_ERASING : USUAL);
    boolean busy = Boolean.TRUE.equals(session.sql(TRUNCATE).first(Row::flag));
    patience(session, Sqlite.BUSY);
    erasing &= busy;
    // A reader that takes its time may do so; every commit would wait for it otherwise. What was
    // erased is to be gone: that is tried again at the next commit.
    tryAgainAt = erasing ? 0 : busy ? size + bytes / 32 : bytes;
  }

  private static void patience(Session session, Duration patience) {
    session.sql("PRAGMA busy_timeout = " + patience.toMillis()).any();
  }

  private long size() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
