package dev.quipu.model.json;

import java.util.Collection;
import java.util.List;

/// A list of values.
public record JsonArray(List<Json> items) implements Json {

  public static final JsonArray EMPTY = new JsonArray(List.of());

  public JsonArray {
    items = List.copyOf(items);
  }

  public static JsonArray of(Json... items) {
    return new JsonArray(List.of(items));
  }

  public static JsonArray ofTexts(Collection<String> texts) {
    return new JsonArray(texts.stream().<Json>map(JsonString::new).toList());
  }

  /// The items that are texts.
  public List<String> texts() {
    return items.stream()
        .filter(JsonString.class::isInstance)
        .map(item -> ((JsonString) item).value())
        .toList();
  }

  public int size() {
    return items.size();
  }

  @Override
  public String toString() {
    return Canonical.text(this);
  }
}
