package dev.quipu.engine.query;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.engine.query.Evidence.Superseded;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sees to it that nothing stands above what has taken its place. What took the place of something
/// that was found is brought in, if it passes the filters.
record Successors(Selection selection, Sightings sightings) {

  /// How many took the place of one.
  private static final int MOST_OF_ONE = 8;

  /// How many are looked at on the way from one to what took its place in the end.
  private static final int MOST_LOOKED_AT = 64;

  private static final EdgeFilter REPLACED =
      new EdgeFilter(
          Set.of(Direction.IN),
          Stream.of(EdgeType.values())
              .filter(EdgeType::supersedes)
              .map(EdgeType::wireName)
              .collect(Collectors.toSet()));

  /// A ranking in which nothing stands above what has taken its place.
  ///
  /// @param superseded what stands for each that has been superseded
  record Settled(List<Candidate> ranked, Map<IndexDocument.Key, Superseded> superseded) {

    /// Null if nothing that the caller sees has taken its place.
    @Nullable Superseded superseded(Candidate one) {
      return superseded.get(one.filed().key());
    }
  }

  /// What is put above something is looked at next: it may have been replaced in turn. Nothing
  /// takes the place of itself, by however many steps, so this ends.
  ///
  /// @param want beyond so many nobody looks
  Settled above(List<Candidate> ranked, int want) {
    var result = new ArrayList<>(ranked);
    var superseded = new HashMap<IndexDocument.Key, Superseded>();
    var looked = new HashSet<IndexDocument.Key>();
    int place = 0;
    while (place < Math.min(want, result.size())) {
      var one = result.get(place);
      boolean isNew = one.filed().lifecycle() == Lifecycle.STALE && looked.add(one.filed().key());
      if (!isNew || !raiseAbove(place, result, superseded)) {
        place++;
      }
    }
    return new Settled(result, superseded);
  }

  /// Whether anything had to be put above.
  private boolean raiseAbove(
      int place, List<Candidate> result, Map<IndexDocument.Key, Superseded> superseded) {
    var stale = result.get(place);
    int at = place;
    var known = new ArrayList<ObjectRef>();
    var passing = new HashSet<ObjectRef>();
    var seen = new HashSet<ObjectRef>();
    var open = new ArrayDeque<>(successorsOf(stale.filed().ref()));
    while (!open.isEmpty() && seen.size() < MOST_LOOKED_AT) {
      var successor = open.remove();
      if (!seen.add(successor)) {
        continue;
      }
      if (sightings.find(successor) != null) {
        known.add(successor);
      }
      int now = placeOf(successor, result);
      var hits = now < 0 ? selection.of(List.of(successor)) : List.<Hit>of();
      for (var hit : hits) {
        result.add(at++, raised(hit, stale));
      }
      if (now > at) {
        result.add(at++, result.remove(now).raisedTo(stale, "replaces"));
      }
      if (now < 0 && hits.isEmpty()) {
        // It does not pass; what took its place has taken that of the first too.
        open.addAll(successorsOf(successor));
      } else {
        passing.add(successor);
      }
    }
    passing.retainAll(known);
    if (!known.isEmpty()) {
      superseded.put(stale.filed().key(), new Superseded(nearest(at, result, passing)));
    }
    return at > place;
  }

  /// The one that stands nearest above a place; null if none does.
  private static @Nullable ObjectRef nearest(
      int place, List<Candidate> result, Set<ObjectRef> successors) {
    for (int i = successors.isEmpty() ? -1 : place - 1; i >= 0; i--) {
      var ref = result.get(i).filed().ref();
      if (successors.contains(ref)) {
        return ref;
      }
    }
    return null;
  }

  private List<ObjectRef> successorsOf(ObjectRef replaced) {
    return sightings.edges(replaced, REPLACED, MOST_OF_ONE).stream()
        .map(Relation::other)
        .distinct()
        .toList();
  }

  private static Candidate raised(Hit hit, Candidate stale) {
    return new Candidate(hit.filed(), 0, Parts.NONE).raisedTo(stale, "replaces");
  }

  private static int placeOf(ObjectRef ref, List<Candidate> among) {
    for (int i = 0; i < among.size(); i++) {
      if (among.get(i).filed().ref().equals(ref)) {
        return i;
      }
    }
    return -1;
  }
}
