package dev.quipu.model.log;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;

/// A place in the log that we vouch for with a signature, so that a history rewritten as a whole is
/// noticed by whoever kept one.
public record Checkpoint(
    String logId, TenantId tenant, LogPosition position, Hash hash, Instant visibleTime) {

  public static final int EVERY = 1024;

  public static boolean isDueAt(LogPosition position) {
    return position.value() % EVERY == 0;
  }

  /// The bytes that are signed.
  public byte[] signedBytes() {
    return Canonical.bytes(toJson());
  }

  public JsonObject toJson() {
    return JsonObject.of(
        "log_id", Json.of(logId),
        "tenant_id", Json.of(tenant.value()),
        "position", Json.of(position.value()),
        "hash", Json.of(hash.hex()),
        "visible_time", Json.of(visibleTime.toString()));
  }
}
