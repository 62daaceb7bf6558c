package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;

/// A value that is not what the schema in force declares, and cannot be made into it. It is kept as
/// it is: nobody guesses what was meant.
///
/// @param member of the body that has it
/// @param field of the entity that it was told
/// @param type what is declared
public record Unfit(String member, String entityType, String field, ValueType type) {

  private static final int ANY = Integer.MAX_VALUE;

  /// The counterpart of [#toJson].
  static final Shape<Unfit> SHAPE =
      object(
          fields -> {
            var member = fields.required("member", text(0, ANY));
            var entityType = fields.required("entity_type", text(1, ANY));
            var field = fields.required("field", text(0, ANY));
            var type = fields.required("type", word(ValueType.values(), ValueType::wireName));
            return fields.build(() -> new Unfit(member, entityType, field, type));
          });

  JsonObject toJson() {
    return JsonObject.of(
        "member", Json.of(member),
        "entity_type", Json.of(entityType),
        "field", Json.of(field),
        "type", Json.of(type.wireName()));
  }
}
