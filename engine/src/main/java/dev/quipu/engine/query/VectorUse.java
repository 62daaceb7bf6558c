package dev.quipu.engine.query;

import java.util.Locale;

/// Whether an answer was ranked by vectors too, and if not, why.
public enum VectorUse {
  USED,

  /// The question wants words alone, or asks for nothing.
  NOT_ASKED,

  /// The server has no model.
  NONE,

  /// The model has made no vectors of the tenant yet, or is still being made ready.
  NOT_YET,

  /// The question is in no language that the model knows.
  NOT_KNOWN,

  /// The model cannot be had at this moment, or has not turned the question into a vector.
  UNAVAILABLE,

  /// What was asked before was ranked by vectors of a model that is no longer at hand.
  GONE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
