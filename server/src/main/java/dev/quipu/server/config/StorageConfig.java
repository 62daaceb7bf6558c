package dev.quipu.server.config;

import dev.quipu.sql.PostgresAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where the log and the views are kept.
public sealed interface StorageConfig {

  /// Before the folder, where an address of PostgreSQL could stand too.
  String SQLITE = "sqlite:";

  /// In a folder of this machine.
  record Sqlite(Path folder) implements StorageConfig {}

  /// In a database that several servers may share.
  record Postgres(PostgresAddress address) implements StorageConfig {}

  /// Reads `postgres://…`, `sqlite:DIR` or the path of a data folder.
  ///
  /// @param password for an address of PostgreSQL that has none; null = none
  /// @throws IllegalArgumentException that says what is wrong
  static StorageConfig parse(String text, @Nullable String password) {
    if (text.startsWith("postgres:") || text.startsWith("postgresql:")) {
      var address = PostgresAddress.parse(text);
      return new Postgres(
          password == null || !address.password().isEmpty()
              ? address
              : address.withPassword(password));
    }
    var folder = text.startsWith(SQLITE) ? text.substring(SQLITE.length()) : text;
    if (folder.isEmpty()) {
      throw new IllegalArgumentException("a folder is missing");
    }
    return new Sqlite(Path.of(folder));
  }

  /// For people; without a password.
  default String shown() {
    return switch (this) {
      case Sqlite(var folder) -> folder.toAbsolutePath().normalize().toString();
      case Postgres(var address) -> address.toString();
    };
  }
}
