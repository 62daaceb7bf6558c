package dev.quipu.engine.inspect;

import dev.quipu.model.Limits;
import dev.quipu.model.id.ObjectRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks for a shortest way between two objects, from both ends at once and edge by edge in turn:
/// an object with very many edges in the middle is met before they are all followed. Used once.
///
/// Edges are followed in the order of their lists, and the first end begins. So among equal ways it
/// is always the same.
///
/// Each side has gone round so many hops and is on its way round the next. There is no way as short
/// as both rounds together, else they would have met. So where one steps on what the other has gone
/// round, or finishes a round with what the other has just stepped on, the way is a shortest one.
final class PathSearch {

  private final Standpoint point;
  private final Path.Wanted wanted;
  private final Side from;
  private final Side to;
  private boolean exhausted;

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
    from.trace(meeting, refs, edges);
    Collections.reverse(refs);
    Collections.reverse(edges);
    refs.add(meeting);
    to.trace(meeting, refs, edges);
    return new Path(refs.stream().map(point::require).toList(), edges, false);
  }

  private @Nullable ObjectRef search() {
    var side = from;
    var other = to;
    while (from.hops + to.hops < wanted.maxHops() && !side.isAtItsEnd()) {
      if (from.reached.size() + to.reached.size() > Limits.GRAPH.maxVisited()) {
        exhausted = true;
        return null;
      }
      var meeting = side.advance(other);
      if (meeting != null) {
        return meeting;
      }
      var next = other;
      other = side;
      side = next;
    }
    return null;
  }

  /// How an object was reached: by an edge, from another.
  ///
  /// @param before null at the beginning
  private record Arrival(int hop, @Nullable ObjectRef before, @Nullable Relation by) {}

  /// What was reached from one end.
  private final class Side {

    private final EdgeFilter filter;
    private final Map<ObjectRef, Arrival> reached = new HashMap<>();
    private final Deque<ObjectRef> open = new ArrayDeque<>();
    private final List<ObjectRef> steppedOn = new ArrayList<>();
    private Iterator<Relation> relations = Collections.emptyIterator();
    private @Nullable ObjectRef current;
    private int hops;

    Side(ObjectRef start, EdgeFilter filter) {
      this.filter = filter;
      open.add(start);
      reached.put(start, new Arrival(0, null, null));
    }

    boolean isAtItsEnd() {
      return open.isEmpty() && !relations.hasNext() && steppedOn.isEmpty();
    }

    /// Follows one edge, or finishes a round. Returns where the two sides meet by that.
    @Nullable ObjectRef advance(Side other) {
      while (!relations.hasNext() && !open.isEmpty()) {
        current = open.remove();
        var node = point.find(current);
        relations =
            node == null ? Collections.emptyIterator() : new Relations(point).all(node, filter);
      }
      if (!relations.hasNext()) {
        return finishRound(other);
      }
      var relation = relations.next();
      var end = relation.other();
      if (reached.putIfAbsent(end, new Arrival(hops + 1, current, relation)) != null) {
        return null;
      }
      steppedOn.add(end);
      return other.hasGoneRound(end) ? end : null;
    }

    private @Nullable ObjectRef finishRound(Side other) {
      hops++;
      open.addAll(steppedOn);
      steppedOn.clear();
      if (from.hops + to.hops >= wanted.maxHops()) {
        return null;
      }
      return other.steppedOn.stream().filter(this::hasGoneRound).findFirst().orElse(null);
    }

    private boolean hasGoneRound(ObjectRef ref) {
      var arrival = reached.get(ref);
      return arrival != null && arrival.hop() <= hops;
    }

    /// What lies between an object and the end that it was reached from.
    void trace(ObjectRef meeting, List<ObjectRef> refs, List<Relation> edges) {
      var arrival = reached.get(meeting);
      while (arrival != null && arrival.before() != null && arrival.by() != null) {
        edges.add(arrival.by());
        refs.add(arrival.before());
        arrival = reached.get(arrival.before());
      }
    }
  }
}
