package dev.quipu.engine.files.choice;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which columns of a table, or members of an object, are which fields of a candidate.
///
/// @param fields by the name of the column, in the order of the candidate's fields
record Columns(Candidate candidate, Map<String, Candidate.Field> fields) {

  /// A field's own name counts before its labels, and those in their order; a column is one field.
  static Columns match(Candidate candidate, Collection<String> names) {
    var byFold = new HashMap<String, String>();
    names.forEach(name -> byFold.putIfAbsent(Fold.name(name), name));
    var fields = new LinkedHashMap<String, Candidate.Field>();
    for (var field : candidate.fields()) {
      var column =
          names.contains(field.name()) ? field.name() : byFold.get(Fold.name(field.name()));
      if (column != null) {
        fields.put(column, field);
      }
    }
    for (var field : candidate.fields()) {
      if (!fields.containsValue(field)) {
        var column = byLabel(field, byFold, fields);
        if (column != null) {
          fields.put(column, field);
        }
      }
    }
    return new Columns(candidate, fields);
  }

  private static @Nullable String byLabel(
      Candidate.Field field, Map<String, String> byFold, Map<String, Candidate.Field> taken) {
    for (var label : field.labels()) {
      var column = byFold.get(Fold.name(label));
      if (column != null && !taken.containsKey(column)) {
        return column;
      }
    }
    return null;
  }

  /// How much of the candidate is there, in hundredths.
  int score() {
    int found = fields.values().stream().mapToInt(field -> field.kind().weight()).sum();
    return Math.round(100f * found / candidate.weight());
  }

  /// Whether two fields are there, or all: one may be there by chance.
  boolean isTelling() {
    return fields.size() >= Math.min(2, candidate.fields().size());
  }
}
