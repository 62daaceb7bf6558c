package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.word;

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
/// @param priority of its observations; null = that of any other
/// @param source how its observations came about; null = told by whether an agent is named
public record Provenance(
    List<String> sourceRefs,
    Instant extractedAt,
    String extractedAtText,
    String extractorVersion,
    @Nullable String agentId,
    @Nullable Integer priority,
    @Nullable SourceKind source) {

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
            var priority = fields.optional("priority", integer(0, Weight.MAX_PRIORITY));
            var source = fields.optional("source", word(SourceKind.values(), SourceKind::wireName));
            fields.refuseOthers();
            return fields.build(
                () ->
                    new Provenance(
                        refs,
                        at,
                        textOf(sent),
                        version,
                        agent,
                        priority == null ? null : priority.intValue(),
                        source));
          });

  public Provenance {
    sourceRefs = List.copyOf(sourceRefs);
  }

  /// Of one that does not say what it weighs.
  public Provenance(
      List<String> sourceRefs,
      Instant extractedAt,
      String extractedAtText,
      String extractorVersion,
      @Nullable String agentId) {
    this(sourceRefs, extractedAt, extractedAtText, extractorVersion, agentId, null, null);
  }

  /// What its observations weigh.
  public Weight weight() {
    return new Weight(
        priority == null ? Weight.PLAIN_PRIORITY : priority, source == null ? kind() : source);
  }

  private SourceKind kind() {
    return agentId == null ? SourceKind.IMPORT : SourceKind.LLM_SUMMARY;
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
    if (priority != null) {
      json.put("priority", Json.of(priority));
    }
    if (source != null) {
      json.put("source", Json.of(source.wireName()));
    }
    return new JsonObject(json);
  }
}
