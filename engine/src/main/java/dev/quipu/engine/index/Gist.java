package dev.quipu.engine.index;

/// What a text says, in one number: texts that say the same have the same, and hardly any others.
public record Gist(long hash) {

  /// Of what is never compared.
  public static final Gist NONE = new Gist(0);

  /// The golden ratio, in 64 bits: what is multiplied by it is spread over all of them.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  public static Gist of(String text) {
    var words = SaidWords.of(text);
    // without words, only equal texts say the same
    long hash = words.isEmpty() ? text.hashCode() : words.size();
    for (var word : words) {
      hash = (hash ^ word.hashCode()) * SPREAD;
      hash ^= hash >>> 32;
    }
    return new Gist(hash * SPREAD);
  }
}
