package dev.quipu.model.payload;

import java.util.Locale;

/// Which of the observations of a field its snapshot shows; `docs/payloads.md` has the ties.
public enum MergeStrategy {
  LAST_WRITE,
  HIGHEST_PRIORITY,
  MOST_SPECIFIC,
  /// The union of the items of all.
  MERGE_ARRAY;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
