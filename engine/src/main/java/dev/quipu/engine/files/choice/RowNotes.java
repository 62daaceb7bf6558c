package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.Place;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.Structure.Table;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// A table whose columns fit nothing: a note for each row, with the cells under the names of their
/// columns, and as text to be found by. What a row is about is not guessed: it has a title if a
/// column is called so. Empty cells are absent.
record RowNotes(Table table) implements Proposals {

  private static final String CONTENT = "content";

  @Override
  public int count() {
    return table.rows().size();
  }

  @Override
  public Proposal at(int index) {
    var row = table.rows().get(index);
    var body = new LinkedHashMap<String, Json>();
    var lines = new ArrayList<String>();
    for (int i = 0; i < row.cells().size(); i++) {
      var text = row.cells().get(i).text().strip();
      if (text.isEmpty()) {
        continue;
      }
      if (table.header().isEmpty()) {
        lines.add(text);
      } else {
        lines.add(table.header().get(i) + ": " + text);
        body.put(table.header().get(i), Json.of(text));
      }
    }
    return lines.isEmpty() ? new Proposal(JsonObject.EMPTY, List.of()) : proposal(row, lines, body);
  }

  private static Proposal proposal(
      Structure.Row row, List<String> lines, LinkedHashMap<String, Json> body) {
    var content = Json.of(String.join("\n", lines));
    body.putIfAbsent(CONTENT, content);
    var place = new Place.InText(row.cells().getFirst().offset(), row.line(), null);
    return new Proposal(
        new JsonObject(body), List.of(new FoundField(CONTENT, content, place, "row")));
  }
}
