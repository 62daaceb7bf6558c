package dev.quipu.model.log;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;

/// A payload with its bytes and their hash. It depends on nothing that comes before it in the log,
/// so it is made before its event waits for its turn.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SealedPayload(JsonObject payload, byte[] bytes, byte[] salt, Hash hash) {

  public static SealedPayload of(JsonObject payload, byte[] salt) {
    var bytes = Canonical.bytes(payload);
    return new SealedPayload(payload, bytes, salt, Hash.of(salt, bytes));
  }
}
