package dev.quipu.model.payload;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/// An observation without what it says: where it comes from, and what weighs in its favour.
///
/// @param at to the microsecond, as all times of ours
/// @param byContent whether of two that weigh the same the payload decides; else the id, as it was
///   for what was told before rules 7
public record Stamp(
    String observation,
    String payload,
    Instant at,
    int priority,
    double specificity,
    SourceKind source,
    boolean byContent) {

  /// Some order in which only equal ones are equal: for writing down.
  static final Comparator<Stamp> LISTED =
      Comparator.comparing(Stamp::observation)
          .thenComparing(Stamp::payload)
          .thenComparing(MergeStrategy.LAST_WRITE::compare);

  public Stamp {
    at = at.truncatedTo(ChronoUnit.MICROS);
    if (!(specificity >= 0 && specificity <= 1)) {
      throw new IllegalArgumentException("specificity is from 0 to 1, not " + specificity);
    }
    specificity += 0.0; // -0.0 + 0.0 is 0.0
  }
}
