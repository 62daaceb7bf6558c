package dev.quipu.embedding;

/// How much a token counts in a text: the less the more often it is met.
///
/// A vocabulary of word pieces is in the order of how often each was met in what the model was
/// trained on, from [#FIRST_WORD] on; by Zipf's law the n-th is met 1/n as often as the first. In
/// front are single characters in the order of Unicode, of which those in use (punctuation, digits,
/// letters) are met as often as the first words.
final class Rarity {

  private static final int FIRST_WORD = 1_996;

  /// Of all tokens of a text, one that has such a share counts half.
  private static final double HALF = 1e-3;

  /// What 1/n adds up to over a vocabulary of 28,500 words and pieces.
  private static final double ALL = 10.84;

  private Rarity() {}

  /// From 0 to 1.
  static double of(int token) {
    int rank = Math.max(1, token - FIRST_WORD + 1);
    return HALF / (HALF + 1 / (rank * ALL));
  }
}
