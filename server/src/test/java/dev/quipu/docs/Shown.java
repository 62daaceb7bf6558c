package dev.quipu.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.util.Objects;

/// Compares an answer with the one that a page shows, in which `…` stands for what differs from run
/// to run.
final class Shown {

  private static final Json ANYTHING = new JsonString("…");

  private Shown() {}

  static void assertShows(Json shown, Json actual, String where) {
    switch (shown) {
      case JsonString any when any.equals(ANYTHING) -> {}
      case JsonObject object -> {
        assertThat(actual).as(where).isInstanceOf(JsonObject.class);
        assertShows(object, (JsonObject) actual, where);
      }
      case JsonArray(var items) when items.contains(ANYTHING) ->
          assertThat(actual).as(where).isInstanceOf(JsonArray.class);
      case JsonArray(var items) -> {
        assertThat(((JsonArray) actual).items()).as(where).hasSameSizeAs(items);
        for (int i = 0; i < items.size(); i++) {
          assertShows(items.get(i), ((JsonArray) actual).items().get(i), where + "/" + i);
        }
      }
      default -> assertThat(actual).as(where).isEqualTo(shown);
    }
  }

  /// A member named `…` says that there are more than those shown.
  private static void assertShows(JsonObject shown, JsonObject actual, String where) {
    if (!shown.has("…")) {
      assertThat(actual.names()).as(where).containsExactlyInAnyOrderElementsOf(shown.names());
    }
    shown
        .without("…")
        .members()
        .forEach(
            (name, value) -> {
              assertThat(actual.names()).as(where).contains(name);
              assertShows(value, Objects.requireNonNull(actual.get(name)), where + "/" + name);
            });
  }
}
