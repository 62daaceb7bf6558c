package dev.quipu.engine.inspect;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.view.At;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is reached from some objects: a page of it. An edge comes no earlier than both its ends.
///
/// @param truncated whether there is more
/// @param nextCursor null at the end, and where the walk has come to its bound
public record Expansion(
    List<Reached> nodes,
    List<Followed> edges,
    boolean truncated,
    @Nullable String nextCursor,
    At at) {

  public Expansion {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /// An object that was reached.
  ///
  /// @param hop how far it is from the start
  public record Reached(Node node, int hop) {}

  /// An edge that was followed.
  ///
  /// @param hop the step on which it was followed; the first is 1
  public record Followed(Relation relation, int hop) {}

  /// Where to begin and how far to go.
  ///
  /// @param maxNodes on this page
  /// @param maxEdges on this page
  public record Wanted(
      List<ObjectRef> start, int hops, EdgeFilter filter, int maxNodes, int maxEdges) {

    public Wanted {
      start = start.stream().distinct().toList();
    }
  }
}
