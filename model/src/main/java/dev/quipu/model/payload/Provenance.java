package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Shape;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a payload comes from, as its sender says.
///
/// @param sourceRefs the payloads that it was made of, those next to it only
/// @param extractedAtText as it was sent, with its offset
/// @param extractorVersion of the logic that made it
public record Provenance(
    List<String> sourceRefs,
    Instant extractedAt,
    String extractedAtText,
    String extractorVersion,
    @Nullable String agentId) {

  static final Shape<Provenance> SHAPE =
      object(
          fields -> {
            var text = filled(Limits.PAYLOADS.maxText());
            var refs =
                fields.required("source_refs", listOf(text, Limits.PAYLOADS.maxSourceRefs()));
            var at = fields.required("extracted_at", instant());
            var sent = fields.optional("extracted_at", json());
            var version = fields.required("extractor_version", text);
            var agent = fields.optional("agent_id", text);
            fields.refuseOthers();
            return fields.build(() -> new Provenance(refs, at, textOf(sent), version, agent));
          });

  public Provenance {
    sourceRefs = List.copyOf(sourceRefs);
  }

  private static String textOf(@Nullable Json sent) {
    if (sent instanceof JsonString(var text)) {
      return text;
    }
    throw new IllegalStateException("a time was read out of no text");
  }

  public JsonObject toJson() {
    var json = new LinkedHashMap<String, Json>();
    json.put("source_refs", JsonArray.ofTexts(sourceRefs));
    json.put("extracted_at", Json.of(extractedAtText));
    json.put("extractor_version", Json.of(extractorVersion));
    if (agentId != null) {
      json.put("agent_id", Json.of(agentId));
    }
    return new JsonObject(json);
  }
}
