package dev.quipu.model.payload;

/// What an observation weighs, whatever it is about.
public record Weight(int priority, SourceKind source) {

  /// The heaviest that a payload can be.
  public static final int MAX_PRIORITY = 1_000;

  /// Of what does not say.
  static final int PLAIN_PRIORITY = 100;
}
