package dev.quipu.engine.inspect;

import dev.quipu.model.id.ObjectRef;
import java.util.List;

/// A shortest way from one object to another, if one was found.
///
/// @param nodes from the one to the other; one more than the edges, or none
/// @param exhausted whether the search was given up because it had looked at too many objects
public record Path(List<Node> nodes, List<Relation> edges, boolean exhausted) {

  public Path {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  public boolean found() {
    return !nodes.isEmpty();
  }

  /// What to look for.
  ///
  /// @param filter which edges are followed, as seen from where one stands
  public record Wanted(ObjectRef from, ObjectRef to, int maxHops, EdgeFilter filter) {}
}
