package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.Place;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.Structure.Cell;
import dev.quipu.engine.files.Structure.Table;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// A table whose columns are the fields of a candidate: one payload for each row. Cells of other
/// columns stay in the body under the name of their column; empty cells are absent.
final class TableRule {

  private TableRule() {}

  static Entry entry(Candidate candidate, Table table, FileName name) {
    var columns = Columns.match(candidate, table.header());
    return new Entry(
        Fit.scored(columns, name, "column"),
        columns.isTelling() && !table.rows().isEmpty(),
        () -> new Rows(columns, table));
  }

  private record Rows(Columns columns, Table table) implements Proposals {

    @Override
    public int count() {
      return table.rows().size();
    }

    @Override
    public Proposal at(int index) {
      var row = table.rows().get(index);
      var body = new LinkedHashMap<String, Json>();
      var fields = new ArrayList<FoundField>();
      for (int i = 0; i < row.cells().size(); i++) {
        var cell = row.cells().get(i);
        if (!cell.text().isBlank()) {
          put(table.header().get(i), cell, row, body, fields);
        }
      }
      return new Proposal(new JsonObject(body), fields);
    }

    private void put(
        String column,
        Cell cell,
        Structure.Row row,
        LinkedHashMap<String, Json> body,
        ArrayList<FoundField> fields) {
      var text = cell.text().strip();
      var field = columns.fields().get(column);
      if (field == null) {
        body.put(column, Json.of(text));
        return;
      }
      var value = value(field.kind(), text);
      body.put(field.name(), value);
      var place = new Place.InText(cell.offset(), row.line(), null);
      fields.add(new FoundField(field.name(), value, place, column));
      var amount = field.kind() == ValueKind.AMOUNT ? Amounts.of(text) : null;
      if (amount != null && amount.currency() != null) {
        body.putIfAbsent("currency", Json.of(amount.currency()));
      }
    }
  }

  private static Json value(ValueKind kind, String text) {
    return switch (kind) {
      case AMOUNT -> {
        var amount = Amounts.of(text);
        yield amount == null ? Json.of(text) : amount.value();
      }
      case DATE -> Json.of(Dates.normal(text));
      case IDENTIFIER, NAME, NAMES, TEXT -> Json.of(text);
    };
  }
}
