package dev.quipu.model.payload;

import dev.quipu.model.log.Hash;
import java.nio.charset.StandardCharsets;

/// What the events of payloads are listed by, so that they are found from everything that they
/// name.
public final class PayloadKey {

  /// The payload; on the event that made it.
  public static final String PAYLOAD = "payload_id";

  /// The payload, and which of the submissions that added to it: [#part].
  public static final String PART = "payload_part";

  public static final String CONTENT = "payload_content_id";
  public static final String CAPABILITY = "capability_id";

  /// An entity that it has an observation of.
  public static final String ENTITY = "entity_id";

  /// Something that it was made from.
  public static final String SOURCE = "source_ref";

  /// The artifact that holds the file it was read out of.
  public static final String FILE = "artifact_id";

  /// What its writer calls the request: [#request].
  public static final String REQUEST = "client_request_id";

  private PayloadKey() {}

  public static String part(String payloadId, int part) {
    return payloadId + "#" + part;
  }

  /// The names for requests of one scope are nothing to another.
  public static String request(PayloadScope scope, String clientRequestId) {
    var bytes = (scope.text() + "\0" + clientRequestId).getBytes(StandardCharsets.UTF_8);
    return Hash.of(bytes).hex();
  }
}
