package dev.quipu.engine.inspect;

import dev.quipu.model.Limits;
import dev.quipu.model.id.ObjectRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks for a shortest way between two objects, from both ends at once: an object with very many
/// edges in the middle is then met before they are followed. Used once.
///
/// The end with fewer objects to go on from takes the next step, the first one if they are equal;
/// edges are followed in the order of their lists. So among equal ways it is always the same.
final class PathSearch {

  private final Standpoint point;
  private final Path.Wanted wanted;
  private final Side from;
  private final Side to;
  private boolean exhausted;

  /// How an object was reached: by this edge, from there. Null at the beginning.
  private record Arrival(ObjectRef before, Relation by) {}

  /// What was reached from one end.
  private static final class Side {
    final EdgeFilter filter;
    final Map<ObjectRef, @Nullable Arrival> reached = new HashMap<>();
    List<ObjectRef> border;
    int hops;

    Side(ObjectRef start, EdgeFilter filter) {
      this.filter = filter;
      this.border = List.of(start);
      reached.put(start, null);
    }
  }

  PathSearch(Standpoint point, Path.Wanted wanted) {
    this.point = point;
    this.wanted = wanted;
    this.from = new Side(wanted.from(), wanted.filter());
    this.to = new Side(wanted.to(), wanted.filter().reversed());
  }

  Path run() {
    point.require(wanted.from());
    point.require(wanted.to());
    var meeting = wanted.from().equals(wanted.to()) ? wanted.from() : search();
    if (meeting == null) {
      return new Path(List.of(), List.of(), exhausted);
    }
    var edges = new ArrayList<Relation>();
    var refs = new ArrayList<ObjectRef>();
    collect(from, meeting, refs, edges);
    Collections.reverse(refs);
    Collections.reverse(edges);
    refs.add(meeting);
    collect(to, meeting, refs, edges);
    return new Path(refs.stream().map(point::require).toList(), edges, false);
  }

  /// What lies between an object and the end that it was reached from.
  private static void collect(
      Side side, ObjectRef meeting, List<ObjectRef> refs, List<Relation> edges) {
    var arrival = side.reached.get(meeting);
    while (arrival != null) {
      edges.add(arrival.by());
      refs.add(arrival.before());
      arrival = side.reached.get(arrival.before());
    }
  }

  private @Nullable ObjectRef search() {
    while (!from.border.isEmpty()
        && !to.border.isEmpty()
        && from.hops + to.hops < wanted.maxHops()
        && !exhausted) {
      boolean forward = from.border.size() <= to.border.size();
      var meeting = forward ? step(from, to) : step(to, from);
      if (meeting != null) {
        return meeting;
      }
    }
    return null;
  }

  /// One hop further from everything at the border. Returns what the other side has reached too.
  private @Nullable ObjectRef step(Side side, Side other) {
    var border = new ArrayList<ObjectRef>();
    for (var ref : side.border) {
      var node = point.find(ref);
      var relations =
          node == null
              ? Collections.<Relation>emptyIterator()
              : new Relations(point).all(node, side.filter);
      while (relations.hasNext()) {
        var relation = relations.next();
        var end = relation.other();
        if (side.reached.containsKey(end)) {
          continue;
        }
        if (from.reached.size() + to.reached.size() >= Limits.GRAPH.maxVisited()) {
          exhausted = true;
          return null;
        }
        side.reached.put(end, new Arrival(ref, relation));
        border.add(end);
        if (other.reached.containsKey(end)) {
          return end;
        }
      }
    }
    side.border = border;
    side.hops++;
    return null;
  }
}
