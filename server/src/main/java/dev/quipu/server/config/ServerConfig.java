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
    Path dataFolder,
    @Nullable Secret adminToken) {}
