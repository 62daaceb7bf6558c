package dev.quipu.server.cli;

import dev.quipu.server.config.ConfigLoader;
import dev.quipu.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that every command on a data folder takes.
final class ConfigOptions {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder; quipu-data unless said.")
  private @Nullable String data;

  @Option(
      names = "--storage",
      paramLabel = "ADDRESS",
      description =
          "sqlite, in the data folder, unless said; or postgres://user@host:5432/database, with the"
              + " password in QUIPU_STORAGE_PASSWORD.")
  private @Nullable String storage;

  @Option(
      names = "--blobs",
      paramLabel = "ADDRESS",
      description =
          "files, in the data folder, unless said; or s3://bucket/prefix?endpoint=https://host:port,"
              + " with the keys in QUIPU_BLOBS_ACCESS_KEY and QUIPU_BLOBS_SECRET_KEY.")
  private @Nullable String blobs;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A properties file with settings; flags and QUIPU_… variables go before it.")
  private @Nullable Path file;

  ServerConfig load() {
    return ConfigLoader.load(flags(Map.of()), System.getenv(), file);
  }

  /// The flags that were given, by key.
  ///
  /// @param more those of the command itself; null = not given
  Map<String, String> flags(Map<String, @Nullable String> more) {
    var flags = new HashMap<String, String>();
    more.forEach((key, value) -> put(flags, key, value));
    put(flags, "data", data);
    put(flags, "storage", storage);
    put(flags, "blobs", blobs);
    return flags;
  }

  @Nullable Path file() {
    return file;
  }

  private static void put(Map<String, String> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, value);
    }
  }
}
