package dev.quipu.engine.inspect;

import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/// Which edges at an object are wanted.
///
/// @param directions as seen from the object
/// @param edgeTypes empty = all
/// @param minWeight those that weigh less are left out
public record EdgeFilter(Set<Direction> directions, Set<String> edgeTypes, double minWeight) {

  public EdgeFilter {
    directions = Set.copyOf(directions);
    edgeTypes = Set.copyOf(edgeTypes);
  }

  public EdgeFilter(Set<Direction> directions, Set<String> edgeTypes) {
    this(directions, edgeTypes, 0);
  }

  static EdgeFilter of(Direction direction, EdgeType type) {
    return new EdgeFilter(Set.of(direction), Set.of(type.wireName()));
  }

  boolean takes(EdgeType type) {
    return edgeTypes.isEmpty() || edgeTypes.contains(type.wireName());
  }

  boolean takes(double weight) {
    return weight >= minWeight;
  }

  /// The same edges, looked at from their other ends.
  EdgeFilter reversed() {
    var reversed = EnumSet.noneOf(Direction.class);
    directions.forEach(
        direction -> reversed.add(direction == Direction.OUT ? Direction.IN : Direction.OUT));
    return new EdgeFilter(reversed, edgeTypes, minWeight);
  }

  /// Sorted, because it names the list that a cursor belongs to.
  @Override
  public String toString() {
    return new TreeSet<>(directions).toString() + new TreeSet<>(edgeTypes) + minWeight;
  }
}
