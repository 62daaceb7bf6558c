package dev.quipu.lucene;

import dev.quipu.model.failure.Unavailable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;

/// What failures of the index are told as.
final class Broken {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private Broken() {}

  /// The disk does not do what it is asked: full, gone, or held by another process.
  static Unavailable because(Exception cause) {
    return new Unavailable(
        "index.unavailable", "The search index does not work just now.", RETRY_AFTER, cause);
  }

  /// What is on the disk is not what was written, or has been dropped for that reason.
  static Unavailable rebuilding() {
    return new Unavailable(
        "index.rebuilding", "The search index is being made again from the log.", RETRY_AFTER);
  }

  /// What was put since the last commit is gone.
  static Unavailable goneBack() {
    return new Unavailable(
        "index.unavailable",
        "The search index has gone back to its last commit, and goes on from there.",
        RETRY_AFTER);
  }

  /// Whether it tells that files are not what we wrote; the others may pass by themselves.
  static boolean isDamage(IOException cause) {
    return cause instanceof CorruptIndexException
        || cause instanceof IndexFormatTooOldException
        || cause instanceof IndexFormatTooNewException
        || cause instanceof IndexNotFoundException
        || cause instanceof EOFException
        || cause instanceof FileNotFoundException
        || cause instanceof NoSuchFileException;
  }
}
