package dev.quipu.engine.query;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Sees to it that nothing stands above what has taken its place. What took the place of something
/// that was found is brought in, if it passes the filters.
record Successors(Selection selection, Sightings sightings) {

  /// How many took the place of one.
  private static final int MOST_OF_ONE = 8;

  private static final EdgeFilter REPLACED =
      new EdgeFilter(
          Set.of(Direction.IN),
          Stream.of(EdgeType.values())
              .filter(EdgeType::supersedes)
              .map(EdgeType::wireName)
              .collect(Collectors.toSet()));

  /// What is put above something is looked at next: it may have been replaced in turn. Nothing
  /// takes the place of itself, by however many steps, so this ends.
  ///
  /// @param want beyond so many nobody looks
  List<Candidate> above(List<Candidate> ranked, int want) {
    var result = new ArrayList<>(ranked);
    var looked = new HashSet<IndexDocument.Key>();
    int place = 0;
    while (place < Math.min(want, result.size())) {
      var one = result.get(place);
      boolean isNew = one.filed().lifecycle() == Lifecycle.STALE && looked.add(one.filed().key());
      if (!isNew || !raiseAbove(place, result)) {
        place++;
      }
    }
    return result;
  }

  /// Whether anything had to be put above.
  private boolean raiseAbove(int place, List<Candidate> result) {
    var stale = result.get(place);
    int at = place;
    for (var successor : successorsOf(stale)) {
      int now = placeOf(successor, result);
      if (now < 0) {
        for (var hit : selection.of(List.of(successor))) {
          result.add(at++, raised(hit, stale));
        }
      } else if (now > at) {
        result.add(at++, result.remove(now).raisedTo(stale, "replaces"));
      }
    }
    return at > place;
  }

  private List<ObjectRef> successorsOf(Candidate stale) {
    return sightings.edges(stale.filed().ref(), REPLACED, MOST_OF_ONE).stream()
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
