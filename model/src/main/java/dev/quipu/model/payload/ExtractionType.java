package dev.quipu.model.payload;

import java.util.Locale;

/// Where a rule finds entities in a body.
public enum ExtractionType {
  /// The payload itself is one.
  PAYLOAD_SELF,
  /// A member names one, or is one.
  FIELD_VALUE,
  /// Each item of a member names one, or is one.
  ARRAY_ITEMS;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
