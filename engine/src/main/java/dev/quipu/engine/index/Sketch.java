package dev.quipu.engine.index;

/// A few bits of what a text says: they tell most texts apart without reading them, and never two
/// of which one has all words of the other.
///
/// @param every has a bit of each word, which tells short texts apart; in long ones nearly all are
///   set
/// @param some has those of one word in sixteen, which tells long ones apart
public record Sketch(long every, long some) {

  /// Of what is never compared.
  public static final Sketch BLANK = new Sketch(0, 0);

  /// The golden ratio, in 64 bits: what is multiplied by it is spread over all of them.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  public static Sketch of(String text) {
    var words = SaidWords.of(text);
    if (words.isEmpty()) {
      // without words, only equal texts say the same
      return new Sketch(spread(text), 0);
    }
    long every = 0;
    long some = 0;
    for (var word : words) {
      long spread = spread(word);
      every |= 1L << (spread >>> 58);
      if ((spread >>> 54 & 15) == 0) {
        some |= 1L << (spread >>> 48 & 63);
      }
    }
    return new Sketch(every, some);
  }

  /// False if each of both texts has a word that the other lacks.
  public boolean mayHoldOrBeHeldBy(Sketch other) {
    return mayHold(other) || other.mayHold(this);
  }

  /// Twice, since words that differ in one sign have hashes that are near each other.
  private static long spread(String text) {
    long once = text.hashCode() * SPREAD;
    return (once ^ once >>> 32) * SPREAD;
  }

  private boolean mayHold(Sketch other) {
    return (other.every & ~every) == 0 && (other.some & ~some) == 0;
  }
}
