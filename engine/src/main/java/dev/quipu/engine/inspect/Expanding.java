package dev.quipu.engine.inspect;

import dev.quipu.model.Limits;
import dev.quipu.model.id.ObjectRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Walks from some objects along edges, breadth first: the edges of an object in the order of its
/// list, the objects in the order in which they were reached. Used once.
///
/// A page is made by walking from the start again and leaving out what the pages before have shown;
/// so nothing is kept between pages, and each object and each edge is shown once.
final class Expanding {

  private final Standpoint point;
  private final Expansion.Wanted wanted;
  private final long maxBytes;
  private final List<Expansion.Reached> nodes = new ArrayList<>();
  private final List<Expansion.Followed> edges = new ArrayList<>();
  private final Set<ObjectRef> seenNodes = new HashSet<>();
  private final Set<String> seenEdges = new HashSet<>();
  private final ArrayDeque<Step> open = new ArrayDeque<>();

  /// What the pages before have shown last; null once it is met.
  private @Nullable String shownBefore;

  private @Nullable String last;
  private long bytes;

  /// How many edges lead to what is not for these eyes.
  private int hidden;

  private record Step(ObjectRef node, int hop) {}

  /// How the walk ended.
  private enum End {
    /// There is nothing more.
    ALL_SEEN,
    /// The next thing does not fit on the page.
    PAGE_FULL,
    /// It has come by more edges than any walk may.
    BOUND_MET
  }

  Expanding(Standpoint point, Expansion.Wanted wanted, long maxBytes, List<String> place) {
    this.point = point;
    this.wanted = wanted;
    this.maxBytes = maxBytes;
    this.shownBefore = place.isEmpty() ? null : place.getFirst();
  }

  /// @param cursor signs a place
  Expansion run(Function<List<String>, String> cursor) {
    // All of them first: one that is not there is told whatever the size of a page.
    var starts = wanted.start().stream().map(point::require).toList();
    var end = walk(starts);
    if (shownBefore != null) {
      throw Cursors.forged(); // what was shown last is no longer there: nobody can go on from it
    }
    return new Expansion(
        nodes,
        edges,
        end != End.ALL_SEEN,
        end == End.PAGE_FULL && last != null ? cursor.apply(List.of(last)) : null,
        point.at());
  }

  private End walk(List<Node> starts) {
    for (var node : starts) {
      if (!show(node.ref().toString(), node.ref(), 0, null)) {
        return End.PAGE_FULL;
      }
    }
    while (!open.isEmpty()) {
      var step = open.remove();
      if (step.hop() < wanted.hops()) {
        var end = follow(step);
        if (end != null) {
          return end;
        }
      }
    }
    return End.ALL_SEEN;
  }

  private @Nullable End follow(Step step) {
    var node = point.find(step.node());
    if (node == null) {
      return null;
    }
    var relations = new Relations(point).all(node, wanted.filter());
    while (relations.hasNext()) {
      var relation = relations.next();
      if (seenEdges.contains(relation.id())) {
        continue;
      }
      if (seenEdges.size() + hidden >= Limits.GRAPH.maxWalked()) {
        return End.BOUND_MET;
      }
      if (!show(relation.id(), relation.other(), step.hop() + 1, relation)) {
        return End.PAGE_FULL;
      }
    }
    return null;
  }

  /// Puts an edge on the page, with its other end if that is new; or a start. Returns whether it
  /// fits.
  private boolean show(String name, ObjectRef end, int hop, @Nullable Relation relation) {
    boolean isNew = !seenNodes.contains(end);
    if (shownBefore == null) {
      boolean full =
          (isNew && nodes.size() >= wanted.maxNodes())
              || (relation != null && edges.size() >= wanted.maxEdges())
              || bytes > maxBytes;
      if (full) {
        return false;
      }
      var node = isNew ? point.find(end) : null;
      if (isNew && node == null) {
        hidden++;
        return true; // not for these eyes, and so neither is the edge
      }
      if (node != null) {
        nodes.add(new Expansion.Reached(node, hop));
        bytes += node.weight();
      }
      if (relation != null) {
        edges.add(new Expansion.Followed(relation, hop));
      }
      last = name;
    } else if (shownBefore.equals(name)) {
      shownBefore = null;
      last = name;
    }
    if (relation != null) {
      seenEdges.add(relation.id());
    }
    if (isNew) {
      seenNodes.add(end);
      open.add(new Step(end, hop));
    }
    return true;
  }
}
