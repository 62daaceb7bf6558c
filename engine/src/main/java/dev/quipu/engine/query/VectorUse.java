package dev.quipu.engine.query;

import java.util.Locale;

/// Whether an answer was ranked by vectors too, and if not, why.
public enum VectorUse {
  USED,

  /// The question wants words alone, or asks for nothing.
  NOT_ASKED,

  /// No model answers for the tenant.
  NONE,

  /// The model has made no vectors of the tenant yet.
  NOT_YET,

  /// The question is in no language that the model knows.
  NOT_KNOWN,

  /// The model has not turned the question into a vector.
  UNAVAILABLE,

  /// What was asked before was ranked by vectors of a model that is no longer at hand.
  GONE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
