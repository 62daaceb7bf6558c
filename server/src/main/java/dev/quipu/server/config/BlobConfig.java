package dev.quipu.server.config;

import dev.quipu.blob.S3Address;
import java.nio.file.Path;

/// Where blobs are kept.
public sealed interface BlobConfig {

  /// In a folder of this machine.
  record Files(Path folder) implements BlobConfig {}

  /// In a bucket that several servers may share.
  ///
  /// @param folder for what is on its way there
  record S3(S3Address address, Path folder) implements BlobConfig {}
}
