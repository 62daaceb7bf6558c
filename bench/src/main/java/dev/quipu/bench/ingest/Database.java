package dev.quipu.bench.ingest;

import java.io.IOException;
import java.sql.SQLException;

/// What is written to. Each measurement takes a new place in it.
public interface Database extends AutoCloseable {

  /// Opens one.
  ///
  /// @param storage `sqlite`, or `postgres` (one is started), or the address of one
  static Database open(String storage) throws IOException, SQLException {
    return switch (storage) {
      case "sqlite" -> SqliteDatabase.open();
      case "postgres" -> PostgresDatabase.start();
      default -> PostgresDatabase.at(storage);
    };
  }

  Place newPlace() throws IOException;

  /// Waits until what was written so far is where it belongs, so that it does not weigh on what is
  /// measured next.
  void settle() throws IOException, InterruptedException;

  /// Runs the load in a new place and counts how often the disk was asked to make it durable.
  SyncCount syncs(int writers, int events) throws IOException, InterruptedException;

  /// How many bytes were handed to the kernel so far, as far as they grow with what is written.
  long bytesWritten() throws IOException;

  /// CPU time of the database's own processes, in nanoseconds; 0 if it has none that we can see.
  long cpuNanos() throws IOException;

  @Override
  void close();
}
