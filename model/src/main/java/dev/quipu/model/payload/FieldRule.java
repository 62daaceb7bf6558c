package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import java.util.LinkedHashMap;
import java.util.List;

/// What a schema says of one field.
///
/// @param converters tried in this order on a value that is not of the type
public record FieldRule(ValueType type, List<Converter> converters, MergeStrategy merge) {

  /// Of what no schema declares.
  static final MergeStrategy UNDECLARED = MergeStrategy.LAST_WRITE;

  static final Shape<FieldRule> SHAPE =
      object(
          fields -> {
            var type = fields.required("type", word(ValueType.values(), ValueType::wireName));
            var converters =
                fields.optional(
                    "converters",
                    listOf(
                        word(Converter.values(), Converter::wireName), Limits.PAYLOADS.maxRules()),
                    List.<Converter>of());
            var merge =
                fields.optional(
                    "merge", word(MergeStrategy.values(), MergeStrategy::wireName), UNDECLARED);
            fields.refuseOthers();
            if (!fit(type, converters)) {
              fields.refuse(
                  "converters", "schema.converter", "Each has to give a " + type.wireName() + ".");
            }
            if (!fits(type, merge)) {
              fields.refuse("merge", "schema.merge", "merge_array is for fields of type array.");
            }
            return fields.build(() -> new FieldRule(type, converters, merge));
          });

  public FieldRule {
    converters = List.copyOf(converters);
    if (!fit(type, converters) || !fits(type, merge)) {
      throw new IllegalArgumentException("converters and strategy have to fit the type");
    }
  }

  private static boolean fit(ValueType type, List<Converter> converters) {
    return converters.stream().allMatch(converter -> converter.gives() == type);
  }

  private static boolean fits(ValueType type, MergeStrategy merge) {
    return merge != MergeStrategy.MERGE_ARRAY || type == ValueType.ARRAY;
  }

  /// Whether a value is of the type, or becomes so when it is shown. Null clears any field, and a
  /// single value is an item of what is merged.
  public boolean takes(Json raw) {
    return raw == JsonNull.NULL || merge == MergeStrategy.MERGE_ARRAY || type.admits(convert(raw));
  }

  /// The value as the schema wants it, or as it is if there is no way.
  public Json convert(Json raw) {
    if (!type.admits(raw)) {
      for (var converter : converters) {
        var converted = converter.apply(raw);
        if (converted != null) {
          return converted;
        }
      }
    }
    return raw;
  }

  JsonObject toJson() {
    var json = new LinkedHashMap<String, Json>();
    json.put("type", Json.of(type.wireName()));
    if (!converters.isEmpty()) {
      json.put(
          "converters", JsonArray.ofTexts(converters.stream().map(Converter::wireName).toList()));
    }
    json.put("merge", Json.of(merge.wireName()));
    return new JsonObject(json);
  }
}
