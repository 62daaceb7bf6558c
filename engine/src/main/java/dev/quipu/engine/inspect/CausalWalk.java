package dev.quipu.engine.inspect;

import dev.quipu.engine.inspect.Causality.Dangling;
import dev.quipu.engine.inspect.Causality.Link;
import dev.quipu.engine.inspect.Causality.Linked;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Follows causes back and effects forth from an event, breadth first, each event once. Used once.
///
/// @param limit of the events each way
record CausalWalk(Standpoint point, int limit) {

  private static final EdgeFilter CAUSES = EdgeFilter.of(Direction.OUT, EdgeType.CAUSED_BY);
  private static final EdgeFilter EFFECTS = EdgeFilter.of(Direction.IN, EdgeType.CAUSED_BY);

  Causality around(EventId id) {
    if (!(point.require(ObjectRef.of(id)) instanceof Node.Happened start)) {
      throw new IllegalStateException("an event is what happened");
    }
    var event = linked(start, 0);
    var causes = new ArrayList<Link>();
    var effects = new ArrayList<Link>();
    boolean moreBefore = causes(event, causes);
    boolean moreAfter = effects(event, effects);
    return new Causality(event, causes, effects, moreBefore || moreAfter);
  }

  /// Returns whether there are more than are told.
  private boolean causes(Linked event, List<Link> into) {
    Set<EventId> seen = new HashSet<>(Set.of(event.id()));
    var open = new ArrayDeque<>(List.of(event));
    while (!open.isEmpty()) {
      var next = open.remove();
      for (var cause : next.causes()) {
        if (!seen.add(cause)) {
          continue;
        }
        if (into.size() >= limit) {
          return true;
        }
        int depth = next.depth() + 1;
        if (point.find(ObjectRef.of(cause)) instanceof Node.Happened found) {
          var linked = linked(found, depth);
          into.add(linked);
          open.add(linked);
        } else {
          into.add(new Dangling(cause, depth));
        }
      }
    }
    return false;
  }

  /// Returns whether there are more than are told.
  private boolean effects(Linked event, List<Link> into) {
    Set<EventId> seen = new HashSet<>(Set.of(event.id()));
    var open = new ArrayDeque<>(List.of(event));
    while (!open.isEmpty()) {
      var next = open.remove();
      var relations = new Relations(point).all(point.require(ObjectRef.of(next.id())), EFFECTS);
      while (relations.hasNext()) {
        var effect = relations.next().other();
        if (effect.type() != ObjectType.EVENT || !seen.add(new EventId(effect.id()))) {
          continue;
        }
        if (into.size() >= limit) {
          return true;
        }
        if (point.find(effect) instanceof Node.Happened found) {
          var linked = linked(found, next.depth() + 1);
          into.add(linked);
          open.add(linked);
        }
      }
    }
    return false;
  }

  /// Without the payload: there may be many.
  private Linked linked(Node.Happened node, int depth) {
    var event = node.entry().event();
    var causes = new LinkedHashSet<EventId>();
    ComputedEdge.CAUSE_OF_EVENT
        .targets(node.fields())
        .forEach(ref -> causes.add(new EventId(ref.id())));
    // What edges say besides; of these only those whose other end is there.
    var written = new Relations(point).all(node, CAUSES);
    while (written.hasNext() && causes.size() <= limit) {
      var cause = written.next().other();
      if (cause.type() == ObjectType.EVENT) {
        causes.add(new EventId(cause.id()));
      }
    }
    return new Linked(
        event.eventId(),
        depth,
        event.eventType(),
        event.eventTime(),
        List.copyOf(causes),
        node.reason());
  }
}
