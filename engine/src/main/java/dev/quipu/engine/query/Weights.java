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
public record Weights(
    double next,
    double second,
    double longText,
    double assistant,
    double inTime,
    int restated,
    double joined) {

  public static final Weights DEFAULT = new Weights(0.6, 0.3, 200, 0.65, 0.2, 5, 0.5);

  /// The words alone.
  public static final Weights NONE = new Weights(0, 0, 200, 1, 0, 0, 0);

  public Weights withoutNeighbours() {
    return new Weights(0, 0, longText, assistant, inTime, restated, joined);
  }

  public Weights withoutSecondNeighbours() {
    return new Weights(next, 0, longText, assistant, inTime, restated, joined);
  }

  /// Long texts take as much as short ones.
  public Weights withoutLengths() {
    return new Weights(next, second, Double.POSITIVE_INFINITY, assistant, inTime, restated, joined);
  }

  public Weights withoutRoles() {
    return new Weights(next, second, longText, 1, inTime, restated, joined);
  }

  public Weights withoutTimes() {
    return new Weights(next, second, longText, assistant, 0, restated, joined);
  }

  public Weights withoutRestatements() {
    return new Weights(next, second, longText, assistant, inTime, 0, joined);
  }

  /// What a neighbour lends.
  ///
  /// @param distance 1 is next
  double lent(int distance) {
    return distance == 1 ? next : second;
  }
}
