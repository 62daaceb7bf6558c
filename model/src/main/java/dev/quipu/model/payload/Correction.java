package dev.quipu.model.payload;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/// What somebody says that a field is, whatever is observed, until it is withdrawn.
///
/// @param value null: the field has no value
/// @param position where it is in the log: the later of two counts
/// @param by who says so
public record Correction(
    String id, String field, Json value, LogPosition position, Instant at, String by) {

  static final Comparator<Correction> ORDER =
      Comparator.comparing(Correction::position)
          .thenComparing(Correction::id)
          .thenComparing(correction -> Canonical.text(correction.value()));

  public Correction {
    at = at.truncatedTo(ChronoUnit.MICROS);
  }
}
