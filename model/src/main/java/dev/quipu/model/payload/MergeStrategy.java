package dev.quipu.model.payload;

import static dev.quipu.model.payload.Criterion.OBSERVATION_ID;
import static dev.quipu.model.payload.Criterion.OBSERVED_AT;
import static dev.quipu.model.payload.Criterion.PAYLOAD_ID;
import static dev.quipu.model.payload.Criterion.PRIORITY;
import static dev.quipu.model.payload.Criterion.SOURCE;
import static dev.quipu.model.payload.Criterion.SPECIFICITY;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which of the observations of a field its snapshot shows.
///
/// Each is a total order, so there is one winner whatever the order in which they come.
public enum MergeStrategy {
  LAST_WRITE,
  HIGHEST_PRIORITY,
  MOST_SPECIFIC,
  /// The union of all items that were put in after the last null; what is after what is told as in
  /// [#LAST_WRITE].
  MERGE_ARRAY;

  private static final List<Criterion> TIME_FIRST =
      List.of(OBSERVED_AT, PRIORITY, SPECIFICITY, SOURCE, PAYLOAD_ID, OBSERVATION_ID);
  private static final List<Criterion> PRIORITY_FIRST =
      List.of(PRIORITY, OBSERVED_AT, SPECIFICITY, SOURCE, PAYLOAD_ID, OBSERVATION_ID);
  private static final List<Criterion> SPECIFICITY_FIRST =
      List.of(SPECIFICITY, PRIORITY, OBSERVED_AT, SOURCE, PAYLOAD_ID, OBSERVATION_ID);

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  private List<Criterion> criteria() {
    return switch (this) {
      case LAST_WRITE, MERGE_ARRAY -> TIME_FIRST;
      case HIGHEST_PRIORITY -> PRIORITY_FIRST;
      case MOST_SPECIFIC -> SPECIFICITY_FIRST;
    };
  }

  /// The one that wins is greater.
  int compare(Stamp one, Stamp other) {
    for (var criterion : criteria()) {
      int order = criterion.compare(one, other);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /// Why one lost against the other; null if they are one observation.
  public @Nullable Criterion decidedBy(Stamp one, Stamp other) {
    for (var criterion : criteria()) {
      if (criterion.compare(one, other) != 0) {
        return criterion;
      }
    }
    return null;
  }
}
