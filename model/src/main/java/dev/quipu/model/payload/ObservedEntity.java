package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a payload says of one entity, as its event records it.
///
/// @param name as it was written
/// @param resolved whether its type's rules have found who it is; else it is known by its payload
/// @param identity the fields by which it was found
/// @param fields what is said of it; null = the whole body
/// @param merged those of the fields that the schema in force merges: see [Observation]
public record ObservedEntity(
    EntityId entity,
    String type,
    String schemaVersion,
    String name,
    boolean resolved,
    List<String> identity,
    @Nullable JsonObject fields,
    double specificity,
    int priority,
    SourceKind source,
    Set<String> merged) {

  private static final int ANY = Integer.MAX_VALUE;

  /// The counterpart of [#toJson].
  static final Shape<ObservedEntity> SHAPE =
      object(
          fields -> {
            var entity = fields.required("entity_id", text(1, ANY));
            var type = fields.required("entity_type", text(1, ANY));
            var schemaVersion = fields.required("schema_version", text(1, ANY));
            var name = fields.required("name", text(0, ANY));
            var resolved = fields.required("resolved", bool());
            var identity = fields.required("identity", listOf(text(1, ANY), ANY));
            var said = fields.optional("fields", object());
            var specificity = fields.required("specificity", number(0, 1));
            var priority = fields.required("priority", integer(0, ANY));
            var source = fields.required("source", word(SourceKind.values(), SourceKind::wireName));
            var merged = fields.optional("merged", listOf(text(1, ANY), ANY));
            return fields.build(
                () ->
                    new ObservedEntity(
                        new EntityId(entity),
                        type,
                        schemaVersion,
                        name,
                        resolved,
                        identity,
                        said,
                        specificity,
                        priority.intValue(),
                        source,
                        merged == null ? Set.of() : Set.copyOf(merged)));
          });

  public ObservedEntity {
    identity = List.copyOf(identity);
    merged = Set.copyOf(merged);
  }

  JsonObject toJson() {
    var members = new LinkedHashMap<String, Json>();
    members.put("entity_id", Json.of(entity.value()));
    members.put("entity_type", Json.of(type));
    members.put("schema_version", Json.of(schemaVersion));
    members.put("name", Json.of(name));
    members.put("resolved", Json.of(resolved));
    members.put("identity", JsonArray.ofTexts(identity));
    if (fields != null) {
      members.put("fields", fields);
    }
    members.put("specificity", Json.of(specificity));
    members.put("priority", Json.of(priority));
    members.put("source", Json.of(source.wireName()));
    if (!merged.isEmpty()) {
      members.put("merged", JsonArray.ofTexts(new TreeSet<>(merged)));
    }
    return new JsonObject(members);
  }

  /// What it says of the entity.
  public JsonObject fieldsIn(JsonObject body) {
    return fields == null ? body : fields;
  }
}
