package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.Place;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Objects whose members are the fields of a candidate. Values are taken as they are.
final class JsonRule {

  private JsonRule() {}

  /// @param items one object for each payload; anything else fits nothing
  static Entry entry(Candidate candidate, List<Json> items, FileName name) {
    boolean objects = !items.isEmpty() && items.stream().allMatch(JsonObject.class::isInstance);
    var columns = Columns.match(candidate, objects ? common(items) : List.of());
    return new Entry(
        Fit.scored(columns, name, "member"), columns.isTelling(), () -> new Items(columns, items));
  }

  /// Names of members that at least half of the objects have, in the order they come up.
  private static List<String> common(List<Json> items) {
    var counts = new LinkedHashMap<String, Integer>();
    for (var item : items) {
      ((JsonObject) item).names().forEach(member -> counts.merge(member, 1, Integer::sum));
    }
    return counts.entrySet().stream()
        .filter(count -> count.getValue() * 2L >= items.size())
        .map(Map.Entry::getKey)
        .toList();
  }

  private record Items(Columns columns, List<Json> items) implements Proposals {

    @Override
    public int count() {
      return items.size();
    }

    @Override
    public Proposal at(int index) {
      var object = (JsonObject) items.get(index);
      var at = items.size() == 1 ? Pointer.ROOT : Pointer.ROOT.child(index);
      var body = new LinkedHashMap<String, Json>();
      var fields = new ArrayList<FoundField>();
      object
          .members()
          .forEach(
              (member, value) -> {
                var field = columns.fields().get(member);
                body.put(field == null ? member : field.name(), value);
                if (field != null) {
                  var place = new Place.InJson(at.child(member));
                  fields.add(new FoundField(field.name(), value, place, member));
                }
              });
      return new Proposal(new JsonObject(body), fields);
    }
  }
}
