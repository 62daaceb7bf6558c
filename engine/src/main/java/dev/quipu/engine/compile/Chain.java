package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Links from one thing to the next, with those that are about to be written.
final class Chain {

  /// How many things are looked at before a chain counts as too long to tell.
  private static final int LONGEST = 10_000;

  private final Function<ObjectRef, Collection<ObjectRef>> links;
  private final Map<ObjectRef, Set<ObjectRef>> planned = new HashMap<>();

  /// @param links those that are there already, from a thing
  Chain(Function<ObjectRef, Collection<ObjectRef>> links) {
    this.links = links;
  }

  void plan(ObjectRef from, ObjectRef to) {
    planned.computeIfAbsent(from, _ -> new HashSet<>()).add(to);
  }

  /// Whether links lead from any of these to the other, over any number of steps.
  boolean leads(Collection<ObjectRef> from, ObjectRef to) {
    var seen = new HashSet<ObjectRef>();
    var open = new ArrayDeque<>(from);
    while (!open.isEmpty() && seen.size() < LONGEST) {
      var next = open.remove();
      if (next.equals(to)) {
        return true;
      }
      if (seen.add(next)) {
        open.addAll(planned.getOrDefault(next, Set.of()));
        open.addAll(links.apply(next));
      }
    }
    return false;
  }
}
