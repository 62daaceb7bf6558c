package dev.quipu.model.payload;

import java.util.Locale;

/// In what one observation is ahead of another.
public enum Criterion {
  OBSERVED_AT,
  PRIORITY,
  SPECIFICITY,
  /// The kind that stands first in [SourceKind] is ahead.
  SOURCE,
  /// Of two that weigh the same, what was submitted decides and not the order in which it was: ids
  /// of payloads come from their content.
  PAYLOAD_ID,
  /// Of one payload, the observation that was told later: ids of ours grow with time.
  OBSERVATION_ID;

  /// The one that is ahead is greater.
  int compare(Stamp one, Stamp other) {
    return switch (this) {
      case OBSERVED_AT -> one.at().compareTo(other.at());
      case PRIORITY -> Integer.compare(one.priority(), other.priority());
      case SPECIFICITY -> Double.compare(one.specificity(), other.specificity());
      case SOURCE -> other.source().compareTo(one.source());
      case PAYLOAD_ID -> tie(one).compareTo(tie(other));
      case OBSERVATION_ID -> one.observation().compareTo(other.observation());
    };
  }

  private static String tie(Stamp stamp) {
    return stamp.byContent() ? stamp.payload() : "";
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
