package dev.quipu.server.archive;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.LogPosition;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// What is kept beside the lines of the logs, as JSON.
final class KeptJson {

  private KeptJson() {}

  static JsonObject of(SignedCheckpoint signed) {
    return signed.checkpoint().toJson().with("signature", bytes(signed.signature()));
  }

  static SignedCheckpoint checkpoint(JsonObject json) {
    var checkpoint =
        new Checkpoint(
            Fields.text(json, "log_id"),
            new TenantId(Fields.text(json, "tenant_id")),
            new LogPosition(Fields.number(json, "position")),
            Fields.hash(json, "hash"),
            Fields.time(json, "visible_time"));
    return new SignedCheckpoint(checkpoint, bytes(json, "signature"));
  }

  static JsonObject of(IdempotencyKey key, Remembered remembered) {
    return JsonObject.of(
            "tenant_id", Json.of(key.tenant().value()),
            "principal", Json.of(key.principal().toString()),
            "route", Json.of(key.route()),
            "key", Json.of(key.key()),
            "item", Json.of(key.item()))
        .with("request_hash", Json.of(remembered.request().hex()))
        .with("event_id", Json.of(remembered.event().value()))
        .with("lapses_at", Json.of(remembered.lapsesAt().toString()));
  }

  static IdempotencyKey key(JsonObject json) {
    return new IdempotencyKey(
        new TenantId(Fields.text(json, "tenant_id")),
        Principal.parse(Fields.text(json, "principal")),
        Fields.text(json, "route"),
        Fields.text(json, "key"),
        Math.toIntExact(Fields.number(json, "item")));
  }

  static Remembered remembered(JsonObject json) {
    return new Remembered(
        Fields.hash(json, "request_hash"),
        new EventId(Fields.text(json, "event_id")),
        Fields.time(json, "lapses_at"));
  }

  static JsonObject of(Blob blob) {
    return JsonObject.of("sha256", Json.of(blob.id().value()), "bytes", Json.of(blob.length()));
  }

  static Blob blob(JsonObject json) {
    return new Blob(new BlobId(Fields.text(json, "sha256")), Fields.number(json, "bytes"));
  }

  static JsonObject of(KeyPair keys) {
    return JsonObject.of(
        "checkpoint_public_key", bytes(keys.getPublic().getEncoded()),
        "checkpoint_private_key", bytes(keys.getPrivate().getEncoded()));
  }

  static KeyPair keys(JsonObject json) {
    try {
      var factory = KeyFactory.getInstance("Ed25519");
      return new KeyPair(
          factory.generatePublic(new X509EncodedKeySpec(bytes(json, "checkpoint_public_key"))),
          factory.generatePrivate(new PKCS8EncodedKeySpec(bytes(json, "checkpoint_private_key"))));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a pair of keys", e);
    }
  }

  private static Json bytes(byte[] bytes) {
    return Json.of(Base64.getEncoder().encodeToString(bytes));
  }

  private static byte[] bytes(JsonObject json, String name) {
    return Base64.getDecoder().decode(Fields.text(json, name));
  }
}
