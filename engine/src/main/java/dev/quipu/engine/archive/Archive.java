package dev.quipu.engine.archive;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogLine;
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

  @Override
  void close();
}
