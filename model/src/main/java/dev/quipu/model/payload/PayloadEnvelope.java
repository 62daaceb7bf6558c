package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.object;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// What an agent submits.
///
/// @param capabilityId as it was sent: one that is malformed is as unknown as any other that nobody
///   has registered, and whoever looks it up says so
/// @param body any object, be it empty
/// @param clientRequestId by which a retry is known
public record PayloadEnvelope(
    String capabilityId, JsonObject body, Provenance provenance, @Nullable String clientRequestId) {

  /// Reads the members of the seed. Does not refuse others: whoever has these fields reads further
  /// ones first.
  public static PayloadEnvelope read(Fields fields) {
    var text = filled(Limits.PAYLOADS.maxText());
    var capability = fields.required("capability_id", text);
    var body = fields.required("body", object());
    var provenance = fields.required("provenance", Provenance.SHAPE);
    var request = fields.optional("client_request_id", text);
    return fields.build(() -> new PayloadEnvelope(capability, body, provenance, request));
  }

  public JsonObject toJson() {
    var json = new LinkedHashMap<String, Json>();
    json.put("capability_id", Json.of(capabilityId));
    json.put("body", body);
    json.put("provenance", provenance.toJson());
    if (clientRequestId != null) {
      json.put("client_request_id", Json.of(clientRequestId));
    }
    return new JsonObject(json);
  }
}
