package dev.quipu.engine.storage;

import dev.quipu.model.view.ViewRow.Direction;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which edges of a node to list.
///
/// @param directions one or both
/// @param edgeTypes empty = all
/// @param after goes on behind this edge; null = from the start
public record EdgeListing(
    Set<Direction> directions, Set<String> edgeTypes, @Nullable Place after, int limit) {

  public EdgeListing {
    directions = Set.copyOf(directions);
    edgeTypes = Set.copyOf(edgeTypes);
  }

  /// A place in the order of a node's edges: direction, edge type, edge id.
  public record Place(Direction direction, String edgeType, String edgeId) {}
}
