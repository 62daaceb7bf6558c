package dev.quipu.model.payload;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// An aspect in words: what its Memory says, and what it is found by.
public final class AspectText {

  private AspectText() {}

  /// The words by which it is found: its name, its type, and every field.
  public static String of(Aspect aspect, JsonObject fields) {
    var lines = new StringBuilder(aspect.name()).append(" (").append(aspect.type()).append(')');
    fields
        .members()
        .forEach(
            (field, value) -> {
              var words = words(value);
              if (!words.isEmpty()) {
                lines.append('\n').append(field.replace('_', ' ')).append(": ").append(words);
              }
            });
    return lines.toString();
  }

  /// The words by which it is found, whatever the policies of its schema are or will be: of each
  /// field all values that one or another of them shows.
  public static String everFindable(Aspect aspect) {
    var fields = new TreeMap<String, Json>();
    aspect
        .cells()
        .cells()
        .forEach(
            (field, cell) -> {
              var values = new LinkedHashSet<Json>();
              for (var strategy : MergeStrategy.values()) {
                var value = cell.value(strategy);
                if (value != null && (strategy != MergeStrategy.MERGE_ARRAY || isOfArrays(cell))) {
                  values.add(value);
                }
              }
              if (!values.isEmpty()) {
                fields.put(field, all(values));
              }
            });
    return of(aspect, new JsonObject(fields));
  }

  private static boolean isOfArrays(Cell cell) {
    return !cell.elements().isEmpty();
  }

  /// Of arrays the items of all, each once.
  private static Json all(Set<Json> values) {
    if (values.size() == 1) {
      return values.iterator().next();
    }
    var items = new LinkedHashSet<Json>();
    values.forEach(
        value -> {
          if (value instanceof JsonArray(var several)) {
            items.addAll(several);
          } else {
            items.add(value);
          }
        });
    return new JsonArray(List.copyOf(items));
  }

  private static String words(Json value) {
    return switch (value) {
      case JsonString(var text) -> text;
      case JsonNumber number -> number.toString();
      case JsonArray(var items) ->
          String.join(", ", items.stream().map(AspectText::words).toList());
      // Sorted: what is replayed has lost the order in which it was sent.
      case JsonObject object ->
          String.join(
              ", ",
              new TreeMap<>(object.members())
                  .entrySet().stream()
                      .map(member -> member.getKey() + " " + words(member.getValue()))
                      .toList());
      case JsonNull _ -> "";
      default -> Canonical.text(value);
    };
  }
}
