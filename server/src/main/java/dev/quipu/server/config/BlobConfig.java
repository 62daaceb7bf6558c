package dev.quipu.server.config;

import dev.quipu.blob.S3Address;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where blobs are kept.
public sealed interface BlobConfig {

  /// In a folder of this machine.
  record Files(Path folder) implements BlobConfig {}

  /// In a bucket that several servers may share.
  ///
  /// @param folder for what is on its way there
  record S3(S3Address address, Path folder) implements BlobConfig {}

  /// In files of a data folder.
  static Files in(Path dataFolder) {
    return new Files(dataFolder.resolve("blobs"));
  }

  static boolean isBucket(String text) {
    return text.startsWith("s3:");
  }

  /// Reads `s3://bucket/prefix?…`.
  ///
  /// @param accessKey with its secret; null = the machine's own
  /// @param dataFolder for what is on its way there
  /// @throws IllegalArgumentException that says what is wrong
  static S3 bucket(
      String text, @Nullable String accessKey, @Nullable String secretKey, Path dataFolder) {
    var address = S3Address.parse(text);
    return new S3(
        accessKey == null || secretKey == null ? address : address.withKeys(accessKey, secretKey),
        in(dataFolder).folder());
  }
}
