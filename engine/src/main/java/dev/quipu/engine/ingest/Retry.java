package dev.quipu.engine.ingest;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.model.access.Caller;

/// The caller's Idempotency-Key: the same key on the same route means the same write.
public record Retry(String route, String key) {

  /// The code of the conflict when the key was used for another request.
  public static final String KEY_REUSED = "idempotency.key_reused";

  IdempotencyKey of(Caller caller, int item) {
    return new IdempotencyKey(caller.tenant(), caller.principal(), route, key, item);
  }
}
