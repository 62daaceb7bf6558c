package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// The file that a payload was read out of.
///
/// @param artifactId that holds its bytes
/// @param sha256 of its bytes, in hex
/// @param name as its sender calls it; null if he does not
/// @param mediaType what its content is
/// @param textLength how many characters were read out of it
/// @param parts how many events hold its text; 0 if the payload does
/// @param sessionId that these events are of; null if there are none
/// @param item which of the payloads of this file, from 1
public record PayloadFile(
    String artifactId,
    String sha256,
    long size,
    @Nullable String name,
    String mediaType,
    long textLength,
    int parts,
    @Nullable String sessionId,
    int item) {

  static final Shape<PayloadFile> SHAPE =
      object(
          fields -> {
            var any = text(1, Integer.MAX_VALUE);
            var artifact = fields.required("artifact_id", any);
            var sha256 = fields.required("sha256", any);
            var size = fields.required("size", integer(0, Long.MAX_VALUE));
            var name = fields.optional("name", text(0, Integer.MAX_VALUE));
            var media = fields.required("media_type", any);
            var length = fields.required("text_length", integer(0, Long.MAX_VALUE));
            var parts = fields.required("parts", integer(0, Integer.MAX_VALUE));
            var session = fields.optional("session_id", any);
            var item = fields.required("item", integer(1, Integer.MAX_VALUE));
            return fields.build(
                () ->
                    new PayloadFile(
                        artifact,
                        sha256,
                        size,
                        name,
                        media,
                        length,
                        parts.intValue(),
                        session,
                        item.intValue()));
          });

  /// Another of its payloads.
  public PayloadFile item(int item) {
    return new PayloadFile(
        artifactId, sha256, size, name, mediaType, textLength, parts, sessionId, item);
  }

  public JsonObject toJson() {
    var members = new LinkedHashMap<String, Json>();
    members.put("artifact_id", Json.of(artifactId));
    members.put("sha256", Json.of(sha256));
    members.put("size", Json.of(size));
    members.put("name", Json.ofNullable(name));
    members.put("media_type", Json.of(mediaType));
    members.put("text_length", Json.of(textLength));
    members.put("parts", Json.of(parts));
    members.put("session_id", Json.ofNullable(sessionId));
    members.put("item", Json.of(item));
    return new JsonObject(members);
  }
}
