package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.FactKey.EdgesOf;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What caused what, as far as a caller can see: by what events state of themselves, and by edges
/// `caused_by` that are written.
final class Causes {

  private final Caller caller;
  private final Stamp stamp;
  private final Facts facts;
  private final Current current;
  private final Chain chain = new Chain(this::causesOf);

  Causes(Caller caller, Stamp stamp, Facts facts) {
    this.caller = caller;
    this.stamp = stamp;
    this.facts = facts;
    this.current = new Current(facts);
  }

  /// Something is about to be said to be caused by something else.
  void plan(ObjectRef effect, ObjectRef cause) {
    chain.plan(effect, cause);
  }

  /// Whether causes lead back from the one to the other, over any number of steps.
  boolean lead(ObjectRef from, ObjectRef to) {
    return lead(List.of(from), to);
  }

  /// The same from any of them.
  boolean lead(Collection<ObjectRef> from, ObjectRef to) {
    return chain.leads(from, to);
  }

  private List<ObjectRef> causesOf(ObjectRef effect) {
    return Stream.concat(stated(effect).stream(), written(effect).stream()).toList();
  }

  /// What an event names as its causes.
  static List<ObjectRef> stated(@Nullable EventId parent, List<EventId> refs) {
    var causes = new ArrayList<ObjectRef>();
    refs.forEach(ref -> causes.add(ObjectRef.of(ref)));
    if (parent != null) {
      causes.add(ObjectRef.of(parent));
    }
    return causes;
  }

  private List<ObjectRef> stated(ObjectRef effect) {
    return effect.type() == ObjectType.EVENT
            && facts.find(new LineOf(new EventId(effect.id()))) instanceof LogEntry entry
            && Decide.mayRead(caller, entry, stamp)
        ? stated(entry.event().parentEventId(), entry.event().causalRefs())
        : List.of();
  }

  private List<ObjectRef> written(ObjectRef effect) {
    var edges = facts.find(new EdgesOf(effect, Direction.OUT, EdgeType.CAUSED_BY.wireName()));
    if (edges == null) {
      return List.of();
    }
    var sight = Sight.of(caller, stamp);
    var causes = new ArrayList<ObjectRef>();
    for (var row : edges) {
      if (current.holdsFrom(row.edge(), stamp.visibleTime())
          && sight.find(row.edge(), facts) != null) {
        causes.add(row.other());
      }
    }
    return causes;
  }
}
