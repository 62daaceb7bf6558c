package dev.quipu.model.payload;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import java.util.Comparator;
import java.util.List;

/// What an observation says of one field, as it was sent; null clears it.
public record Told(Stamp stamp, Json value) {

  /// The greatest wins. No observation says two things of one field; if ever one did, every server
  /// should still choose the same.
  static Comparator<Told> order(MergeStrategy strategy) {
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
