package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.FactKey.EdgesOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.stream.Stream;

/// What has taken the place of something, and what has lost what it stood on.
///
/// @param now when it is asked for
record Successions(Facts facts, Instant now) {

  /// Whether an edge that holds says that something else has taken its place.
  boolean isSuperseded(ObjectRef ref) {
    return Stream.of(EdgeType.values())
        .filter(EdgeType::supersedes)
        .flatMap(type -> joined(ref, Direction.IN, type))
        .anyMatch(new Current(facts)::isThere);
  }

  /// Whether a memory is a summary of something that is deleted, ended, retracted or superseded, or
  /// of a summary that is, down to the facts.
  boolean hasLostSource(ObjectRef ref) {
    var seen = new HashSet<ObjectRef>();
    var open = new ArrayDeque<ObjectRef>();
    open.add(ref);
    while (!open.isEmpty()) {
      var next = open.remove();
      if (next.type() == ObjectType.MEMORY && seen.add(next)) {
        var sources = joined(next, Direction.OUT, EdgeType.SUMMARIZES).toList();
        if (sources.stream().anyMatch(this::isLost)) {
          return true;
        }
        open.addAll(sources);
      }
    }
    return false;
  }

  private boolean isLost(ObjectRef source) {
    var current = new Current(facts);
    var body = current.isThere(source) ? current.body(source, now) : null;
    return body == null || Lifecycle.of(body) == Lifecycle.RETRACTED || isSuperseded(source);
  }

  /// The other ends of edges that hold now.
  private Stream<ObjectRef> joined(ObjectRef ref, Direction direction, EdgeType type) {
    var current = new Current(facts);
    var edges = facts.find(new EdgesOf(ref, direction, type.wireName()));
    return edges == null
        ? Stream.of()
        : edges.stream()
            .filter(row -> current.isThere(row.edge()) && current.body(row.edge(), now) != null)
            .map(AdjacentRow::other);
  }
}
