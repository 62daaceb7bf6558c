package dev.quipu.engine.embedding;

/// This text has no vector of this model, and trying again would not change that.
///
/// @param reason without a word of the text, since it is logged
public record Unembeddable(String reason) implements Embedded {

  /// Nothing in it that a model could see: empty, blank, control characters.
  public static final Unembeddable EMPTY = new Unembeddable("The text has no tokens.");

  public static Unembeddable tooLong(int tokens, int limit) {
    return new Unembeddable("The text has " + tokens + " tokens; the model takes " + limit + ".");
  }
}
