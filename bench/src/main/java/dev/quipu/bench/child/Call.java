package dev.quipu.bench.child;

import dev.quipu.model.json.Json;
import dev.quipu.wire.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A writing request, kept so that it can be sent again exactly as it was.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Call(
    String method, String path, String contentType, byte[] body, @Nullable String idempotencyKey) {

  private static final JsonWriter JSON = new JsonWriter();

  public static Call post(String path, Json body, @Nullable String idempotencyKey) {
    return new Call("POST", path, "application/json", JSON.compact(body), idempotencyKey);
  }

  public static Call patch(String path, Json body) {
    return new Call("PATCH", path, "application/merge-patch+json", JSON.compact(body), null);
  }

  public static Call lines(
      String path, List<? extends Json> lines, @Nullable String idempotencyKey) {
    var body = new ByteArrayOutputStream();
    for (var line : lines) {
      body.writeBytes(JSON.compact(line));
      body.write('\n');
    }
    return new Call("POST", path, "application/x-ndjson", body.toByteArray(), idempotencyKey);
  }
}
