package dev.quipu.server.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Everything that an operator can set.
///
/// @param dataFolder holds what belongs to this server: the admin token, the address it listens on
/// @param adminToken null = the one in the data folder, made on first start
public record ServerConfig(
    HttpConfig http,
    StorageConfig storage,
    BlobConfig blobs,
    EmbedderConfig embedder,
    Path dataFolder,
    @Nullable Secret adminToken) {

  /// The same, but that it makes no vectors.
  public ServerConfig withoutEmbedder() {
    return with(new EmbedderConfig.None());
  }

  /// The same, but that something else makes vectors.
  public ServerConfig with(EmbedderConfig other) {
    return new ServerConfig(http, storage, blobs, other, dataFolder, adminToken);
  }
}
