package dev.quipu.server.config;

import dev.quipu.embedding.Endpoint;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Everything that an operator can set.
///
/// @param embedderBefore can be asked beside the embedder; null = none
/// @param dataFolder holds what belongs to this server: the admin token, the address it listens on
/// @param adminToken null = the one in the data folder, made on first start
public record ServerConfig(
    HttpConfig http,
    StorageConfig storage,
    BlobConfig blobs,
    EmbedderConfig embedder,
    @Nullable Endpoint embedderBefore,
    Path dataFolder,
    @Nullable Secret adminToken) {

  /// The same, but that it makes no vectors.
  public ServerConfig withoutEmbedder() {
    return with(new EmbedderConfig.None());
  }

  /// The same, but that something else makes vectors.
  public ServerConfig with(EmbedderConfig other) {
    return new ServerConfig(http, storage, blobs, other, embedderBefore, dataFolder, adminToken);
  }

  /// The same, but that this endpoint made vectors before.
  public ServerConfig after(Endpoint before) {
    return new ServerConfig(http, storage, blobs, embedder, before, dataFolder, adminToken);
  }

  /// The same with another database.
  public ServerConfig with(StorageConfig other) {
    return new ServerConfig(http, other, blobs, embedder, embedderBefore, dataFolder, adminToken);
  }

  /// The same with blobs elsewhere.
  public ServerConfig with(BlobConfig other) {
    return new ServerConfig(http, storage, other, embedder, embedderBefore, dataFolder, adminToken);
  }
}
