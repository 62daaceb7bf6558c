package dev.quipu.server.config;

import java.nio.file.Path;

/// Where the log and the views are kept.
public sealed interface StorageConfig {

  /// In a folder of this machine.
  record Sqlite(Path folder) implements StorageConfig {}
}
