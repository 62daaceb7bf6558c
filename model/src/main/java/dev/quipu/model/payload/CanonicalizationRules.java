package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.someOf;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import java.util.HashSet;
import java.util.List;

/// What of a body makes two payloads the same.
///
/// @param includedFields members of the body, in the order in which they are hashed; at least one,
///   none twice
/// @param normalizeStrings whether case and white space at the ends make no difference
/// @param sortArrays whether the order of items makes no difference
public record CanonicalizationRules(
    List<String> includedFields, boolean normalizeStrings, boolean sortArrays) {

  static final Shape<CanonicalizationRules> SHAPE =
      object(
          fields -> {
            var included =
                fields.required(
                    "included_fields",
                    someOf(filled(Limits.PAYLOADS.maxText()), Limits.PAYLOADS.maxFields()));
            var strings = fields.optional("normalize_strings", bool(), true);
            var arrays = fields.optional("sort_arrays", bool(), true);
            fields.refuseOthers();
            if (!isDistinct(included)) {
              fields.refuse("included_fields", "list.repeated", "Name each field once.");
            }
            return fields.build(() -> new CanonicalizationRules(included, strings, arrays));
          });

  public CanonicalizationRules {
    includedFields = List.copyOf(includedFields);
    if (includedFields.isEmpty() || !isDistinct(includedFields)) {
      throw new IllegalArgumentException("included fields are at least one, each once");
    }
  }

  private static boolean isDistinct(List<String> names) {
    return new HashSet<>(names).size() == names.size();
  }

  JsonObject toJson() {
    return JsonObject.of(
        "included_fields", JsonArray.ofTexts(includedFields),
        "normalize_strings", Json.of(normalizeStrings),
        "sort_arrays", Json.of(sortArrays));
  }
}
