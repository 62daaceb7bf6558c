package dev.quipu.engine.files.choice;

import java.util.ArrayList;

/// How well columns fit a candidate.
final class Fit {

  private Fit() {}

  /// @param what a column is called here
  static Scored scored(Columns columns, FileName name, String what) {
    var reasons = new ArrayList<String>();
    int all = columns.candidate().fields().size();
    int score = columns.score();
    if (score > 0) {
      reasons.add(
          "%d of its %d fields are there (%d).".formatted(columns.fields().size(), all, score));
      columns
          .fields()
          .forEach(
              (column, field) -> {
                if (!column.equals(field.name())) {
                  reasons.add("The %s “%s” is %s.".formatted(what, column, field.name()));
                }
              });
      var word = name.word(columns.candidate());
      if (word != null) {
        score = Math.min(100, score + FileName.POINTS);
        reasons.add(FileName.reason(word));
      }
    }
    return new Scored(columns.candidate().capability(), score, reasons);
  }
}
