package dev.quipu.model.payload;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import java.util.Comparator;
import java.util.List;

/// What an observation says of one field, as it was sent; null clears it.
public record Told(Stamp stamp, Json value) {

  private static final Comparator<Told> LATEST = orderBy(MergeStrategy.LAST_WRITE);
  private static final Comparator<Told> WEIGHTIEST = orderBy(MergeStrategy.HIGHEST_PRIORITY);
  private static final Comparator<Told> CLOSEST = orderBy(MergeStrategy.MOST_SPECIFIC);

  /// The greatest wins. No observation says two things of one field; if ever one did, every server
  /// should still choose the same.
  static Comparator<Told> order(MergeStrategy strategy) {
    return switch (strategy) {
      case LAST_WRITE, MERGE_ARRAY -> LATEST;
      case HIGHEST_PRIORITY -> WEIGHTIEST;
      case MOST_SPECIFIC -> CLOSEST;
    };
  }

  private static Comparator<Told> orderBy(MergeStrategy strategy) {
    return Comparator.comparing(Told::stamp, strategy::compare)
        .thenComparing(told -> told.stamp().payload())
        .thenComparing(told -> Canonical.text(told.value()));
  }

  public boolean clears() {
    return value == JsonNull.NULL;
  }

  /// What it puts into an array.
  List<Json> items() {
    return switch (value) {
      case JsonArray(var items) -> items;
      case JsonNull _ -> List.of();
      default -> List.of(value);
    };
  }
}
