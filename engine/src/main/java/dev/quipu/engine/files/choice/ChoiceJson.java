package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.Place;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// A choice as users see it.
public final class ChoiceJson {

  private ChoiceJson() {}

  /// The choice, with the fields of its first payloads.
  ///
  /// @param shown how many of them
  public static JsonObject of(Choice choice, int shown) {
    return switch (choice) {
      case Choice.Envelopes(var envelopes) ->
          JsonObject.of("chosen_by", Json.of("envelope"), "payloads", Json.of(envelopes.size()));
      case Choice.Capability(var chosen, var runnersUp, var proposals) ->
          JsonObject.of(
                  "chosen_by", Json.of("rules"),
                  "capability_id", Json.of(chosen.capability()),
                  "score", Json.of(chosen.score()),
                  "reasons", JsonArray.ofTexts(chosen.reasons()),
                  "payloads", Json.of(proposals.count()),
                  "fields", fields(proposals, shown))
              .with("runners_up", array(runnersUp.stream().map(ChoiceJson::of).toList()));
    };
  }

  private static Json of(Scored scored) {
    return JsonObject.of(
        "capability_id", Json.of(scored.capability()),
        "score", Json.of(scored.score()),
        "reasons", JsonArray.ofTexts(scored.reasons()));
  }

  /// One list for each payload.
  private static JsonArray fields(Proposals proposals, int shown) {
    var lists = new ArrayList<Json>();
    for (int i = 0; i < Math.min(proposals.count(), shown); i++) {
      lists.add(array(proposals.at(i).fields().stream().map(ChoiceJson::of).toList()));
    }
    return new JsonArray(lists);
  }

  private static Json of(FoundField field) {
    return JsonObject.of(
        "name", Json.of(field.name()),
        "value", field.value(),
        "label", Json.of(field.label()),
        "place", of(field.place()));
  }

  private static Json of(Place place) {
    return switch (place) {
      case Place.InText(int offset, int line, var page) -> {
        var told = JsonObject.of("offset", Json.of(offset), "line", Json.of(line));
        yield page == null ? told : told.with("page", Json.of(page));
      }
      case Place.InJson(var pointer) -> JsonObject.of("pointer", Json.of(pointer.text()));
      case Place.Beside(var where) -> JsonObject.of("beside", Json.of(where));
    };
  }

  private static JsonArray array(List<Json> items) {
    return new JsonArray(items);
  }
}
