package dev.quipu.model.payload;

import dev.quipu.model.json.Json;

/// A value that was put into an array, once or often.
public record Element(Json value, Stamp first, Stamp latest) {

  Element(Json value, Stamp only) {
    this(value, only, only);
  }

  Element join(Element other) {
    return new Element(
        value,
        MergeStrategy.MERGE_ARRAY.compare(first, other.first) <= 0 ? first : other.first,
        MergeStrategy.MERGE_ARRAY.compare(latest, other.latest) >= 0 ? latest : other.latest);
  }

  boolean isAfter(Stamp clearing) {
    return MergeStrategy.MERGE_ARRAY.compare(latest, clearing) > 0;
  }
}
