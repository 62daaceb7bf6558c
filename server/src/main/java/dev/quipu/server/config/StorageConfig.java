package dev.quipu.server.config;

import dev.quipu.sql.PostgresAddress;
import java.nio.file.Path;

/// Where the log and the views are kept.
public sealed interface StorageConfig {

  /// In a folder of this machine.
  record Sqlite(Path folder) implements StorageConfig {}

  /// In a database that several servers may share.
  record Postgres(PostgresAddress address) implements StorageConfig {}
}
