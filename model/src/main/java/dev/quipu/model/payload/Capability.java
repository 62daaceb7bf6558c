package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How payloads of one intent are processed. Immutable as data, too: what is to differ gets another
/// version, since ids have been made by this one.
///
/// @param rules exactly one of them takes the payload itself
public record Capability(
    CapabilityId id,
    String primaryEntityType,
    String schemaVersion,
    CanonicalizationRules canonicalization,
    List<ExtractionRule> rules) {

  private static final String RULES = "entity_extraction_rules";

  /// The seven fields of the seed; `intent` and `version` may be left out, as the id has them.
  public static final Shape<Capability> SHAPE =
      object(
          fields -> {
            var id = fields.required("id", Shape.id(CapabilityId::new));
            refuseOther(fields, "intent", id == null ? null : id.intent());
            refuseOther(fields, "version", id == null ? null : id.version());
            var type = fields.required("primary_entity_type", EntityType.SHAPE);
            var schema = fields.required("schema_version", SchemaVersion.SHAPE);
            var canonicalization =
                fields.required("canonicalization_rules", CanonicalizationRules.SHAPE);
            var rules =
                fields.required(RULES, listOf(ExtractionRule.SHAPE, Limits.PAYLOADS.maxRules()));
            fields.refuseOthers();
            refuseWithoutSelf(fields, type, rules);
            return fields.build(() -> new Capability(id, type, schema, canonicalization, rules));
          });

  public Capability {
    rules = List.copyOf(rules);
    SchemaVersion.checked(schemaVersion);
    var selves = rules.stream().filter(ExtractionRule::isSelf).toList();
    if (selves.size() != 1 || !selves.getFirst().entityType().equals(primaryEntityType)) {
      throw new IllegalArgumentException("one rule takes the payload itself, as primary type");
    }
  }

  private static void refuseOther(Fields fields, String name, @Nullable String expected) {
    var said = fields.optional(name, text(0, Limits.PAYLOADS.maxText()));
    if (said != null && expected != null && !said.equals(expected)) {
      fields.refuse(name, "capability.disagrees", "The id says " + expected + ".");
    }
  }

  /// A rule that could not be read is null here, and may have been the one that is missed.
  private static void refuseWithoutSelf(
      Fields fields, @Nullable String type, List<ExtractionRule> rules) {
    if (rules.stream().anyMatch(Objects::isNull)) {
      return;
    }
    var selves = rules.stream().filter(ExtractionRule::isSelf).toList();
    if (selves.isEmpty()) {
      fields.refuse(
          RULES, "capability.no_self", "Add a rule of type payload_self: the payload's entity.");
    } else if (selves.size() > 1) {
      fields.refuse(RULES, "capability.selves", "One rule of type payload_self will do.");
    } else if (type != null && !selves.getFirst().entityType().equals(type)) {
      fields.refuse(
          "primary_entity_type",
          "capability.disagrees",
          "The payload_self rule makes " + selves.getFirst().entityType() + ".");
    }
  }

  /// The rule that takes the payload itself.
  public ExtractionRule self() {
    return rules.stream().filter(ExtractionRule::isSelf).findFirst().orElseThrow();
  }

  public JsonObject toJson() {
    var json = new LinkedHashMap<String, Json>();
    json.put("id", Json.of(id.value()));
    json.put("intent", Json.of(id.intent()));
    json.put("version", Json.of(id.version()));
    json.put("primary_entity_type", Json.of(primaryEntityType));
    json.put("schema_version", Json.of(schemaVersion));
    json.put("canonicalization_rules", canonicalization.toJson());
    json.put(RULES, new JsonArray(rules.stream().<Json>map(ExtractionRule::toJson).toList()));
    return new JsonObject(json);
  }
}
