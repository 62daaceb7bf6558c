package dev.quipu.engine.query;

/// What the parts of the ranking weigh that are found out beside the words. Every question is
/// ranked by [#DEFAULT]; a bench takes parts away, to see what they give.
///
/// @param next what share of their weight the next messages lend to one
/// @param second the same of those behind the next
/// @param longText how many words a text has that takes half of what its neighbours lend
/// @param assistant what a model wrote in answer to a person counts less than what the person said
/// @param inTime the most that a time which the question names adds
/// @param restated among how many of the best a newer value is put above an older one: beyond these
///   nobody looks for what has changed
/// @param joined what share of its score one of the best lends to what an edge joins it to
/// @param nextMeaning what share of its nearness the next message lends to one
/// @param blend how words and meaning are made one
public record Weights(
    double next,
    double second,
    double longText,
    double assistant,
    double inTime,
    int restated,
    double joined,
    double nextMeaning,
    Blend blend) {

  /// How words and meaning are made one score.
  public enum Blend {

    /// The question and what was found decide how much each counts.
    ADAPTIVE,

    /// Each counts half.
    HALVES,

    /// What counts is which place something has in each list: reciprocal ranks, as others fuse.
    RANKS,

    WORDS_ALONE,
    MEANING_ALONE
  }

  public static final Weights DEFAULT =
      new Weights(0.6, 0.3, 200, 0.65, 0.3, 5, 0.5, 0.3, Blend.ADAPTIVE);

  /// The words alone, or the meaning alone.
  public static final Weights NONE = new Weights(0, 0, 200, 1, 0, 0, 0, 0, Blend.WORDS_ALONE);

  public Weights withoutNeighbours() {
    return lending(0, 0, 0);
  }

  public Weights withoutSecondNeighbours() {
    return lending(next, 0, nextMeaning);
  }

  /// Neighbours lend words, but not meaning.
  public Weights withoutLentMeaning() {
    return lending(next, second, 0);
  }

  private Weights lending(double next, double second, double meaning) {
    return new Weights(next, second, longText, assistant, inTime, restated, joined, meaning, blend);
  }

  /// Long texts take as much as short ones.
  public Weights withoutLengths() {
    return new Weights(
        next,
        second,
        Double.POSITIVE_INFINITY,
        assistant,
        inTime,
        restated,
        joined,
        nextMeaning,
        blend);
  }

  public Weights withoutRoles() {
    return new Weights(next, second, longText, 1, inTime, restated, joined, nextMeaning, blend);
  }

  public Weights withoutTimes() {
    return new Weights(next, second, longText, assistant, 0, restated, joined, nextMeaning, blend);
  }

  public Weights withoutRestatements() {
    return new Weights(next, second, longText, assistant, inTime, 0, joined, nextMeaning, blend);
  }

  public Weights blending(Blend other) {
    return new Weights(
        next, second, longText, assistant, inTime, restated, joined, nextMeaning, other);
  }

  /// What a neighbour lends.
  ///
  /// @param distance 1 is next
  double lent(int distance) {
    return distance == 1 ? next : second;
  }
}
