package dev.quipu.engine.archive;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogLine;
import java.io.InputStream;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// What an instance is made of, at one moment: everything but what follows from the logs. Used by
/// one thread.
public interface Archive extends AutoCloseable {

  Manifest manifest();

  /// Those that checkpoints were signed with.
  KeyPair checkpointKeys();

  /// Every line of a log that the manifest names, oldest first.
  void lines(TenantId log, Consumer<LogLine> each);

  /// Every signed checkpoint of a log, oldest first.
  void checkpoints(TenantId log, Consumer<SignedCheckpoint> each);

  /// What retries are answered with.
  void remembered(BiConsumer<IdempotencyKey, Remembered> each);

  Map<TenantId, Instant> lastUsed();

  /// Every blob of a tenant that the manifest names, in any order.
  void blobs(TenantId tenant, BlobTaker each);

  /// Takes one blob after the other.
  interface BlobTaker {

    /// Takes the next one.
    ///
    /// @param content of the blob to its end; closed by whoever hands it out
    void take(Blob blob, InputStream content);
  }

  @Override
  void close();
}
