package dev.quipu.engine.inspect;

import dev.quipu.model.access.AccessRule.Verdict;
import java.util.List;
import java.util.stream.Stream;

/// How much speaks for something, and how much against it.
///
/// @param reason why the caller may see the thing itself
public record Tallies(Tally supports, Tally contradicts, Verdict reason) {

  /// Of something that no edges come to.
  public static Tallies none(Verdict reason) {
    var nothing = new Tally(0, 0, List.of());
    return new Tallies(nothing, nothing, reason);
  }

  List<Verdict> reasons() {
    return Stream.concat(
            Stream.of(reason),
            Stream.of(supports, contradicts)
                .flatMap(tally -> tally.first().stream())
                .map(Relation::reason))
        .toList();
  }

  /// One side.
  ///
  /// @param weight of all the edges together
  /// @param first some of the edges
  public record Tally(long count, double weight, List<Relation> first) {

    public Tally {
      first = List.copyOf(first);
    }
  }
}
