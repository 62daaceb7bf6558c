package dev.quipu.engine.query;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// In which ways a question is looked for.
///
/// @param by at least one
/// @param given a vector that the caller brings in place of ours; null = ours is used
/// @param awaitsVectors whether the vectors have to have come as far as the words
public record Ways(Set<Way> by, @Nullable Given given, boolean awaitsVectors) {

  public static final Ways DEFAULT = new Ways(EnumSet.allOf(Way.class), null, false);

  /// What tells a match from no match: by meaning everything is more or less near.
  public static final Ways WORDS = new Ways(EnumSet.of(Way.WORDS), null, false);

  /// The nearest, whatever their words.
  public static final Ways VECTORS = new Ways(EnumSet.of(Way.VECTORS), null, false);

  public enum Way {
    WORDS,
    VECTORS;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A vector of the caller's.
  ///
  /// @param model the name of the model that has made it
  public record Given(String model, Vector vector) {

    /// As it was sent, but for the length of the vector.
    JsonObject json() {
      var numbers = new ArrayList<Json>();
      for (float number : vector.numbers()) {
        numbers.add(Json.of((double) number));
      }
      return JsonObject.of("model_id", Json.of(model), "vector", new JsonArray(numbers));
    }
  }

  public Ways {
    if (by.isEmpty()) {
      throw new IllegalArgumentException("a question is looked for in some way");
    }
    by = Collections.unmodifiableSet(EnumSet.copyOf(by));
  }

  boolean byWords() {
    return by.contains(Way.WORDS);
  }

  boolean byVectors() {
    return by.contains(Way.VECTORS);
  }

  /// Tells lists of different ways apart.
  String list() {
    return by + (given == null ? "" : given.model() + Hash.of(given.vector().bytes()));
  }
}
