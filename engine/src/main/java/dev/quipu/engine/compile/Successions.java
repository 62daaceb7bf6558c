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
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What has taken the place of something, and what has lost what it stood on.
///
/// @param now when it is asked for
record Successions(Facts facts, Instant now) {

  /// Whether an edge that holds says that something else has taken its place.
  boolean isSuperseded(ObjectRef ref) {
    return joined(ref, Direction.IN, EdgeType::supersedes)
        .anyMatch(source -> new Current(facts).isInForce(source, now));
  }

  /// From what takes a place to what it takes it from, by edges that hold, or will.
  Chain chain() {
    var current = new Current(facts);
    return new Chain(
        ref ->
            rows(ref, Direction.OUT, EdgeType::supersedes)
                .filter(row -> current.isThere(row.edge()) && current.holdsFrom(row.edge(), now))
                .map(AdjacentRow::other)
                .toList());
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
        var sources = joined(next, Direction.OUT, EdgeType.SUMMARIZES::equals).toList();
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
    var body = current.isInForce(source, now) ? current.body(source, now) : null;
    return body == null || Lifecycle.of(body) == Lifecycle.RETRACTED || isSuperseded(source);
  }

  /// The other ends of edges that hold now.
  private Stream<ObjectRef> joined(ObjectRef ref, Direction direction, Predicate<EdgeType> types) {
    var current = new Current(facts);
    return rows(ref, direction, types)
        .filter(row -> current.isThere(row.edge()) && current.body(row.edge(), now) != null)
        .map(AdjacentRow::other);
  }

  private Stream<AdjacentRow> rows(ObjectRef ref, Direction direction, Predicate<EdgeType> types) {
    return Stream.of(EdgeType.values())
        .filter(types)
        .map(type -> facts.find(new EdgesOf(ref, direction, type.wireName())))
        .filter(Objects::nonNull)
        .flatMap(List::stream);
  }
}
