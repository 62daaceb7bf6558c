package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.Node;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.view.At;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the caller sees of the store at the point of the answer, each object looked at once.
final class Sightings {

  /// Edges that an answer tells.
  static final int MOST_EDGES = 100;

  /// Edges of one object that are looked at.
  private static final int MOST_OF_ONE = 500;

  private final Lookout.View view;
  private final At at;
  private final Map<ObjectRef, Optional<Node>> seen = new HashMap<>();
  private final Map<ObjectRef, List<Relation>> storedEdges = new HashMap<>();

  Sightings(Lookout.View view, At at) {
    this.view = view;
    this.at = at;
  }

  At at() {
    return at;
  }

  /// Null if there is no such object for the caller.
  @Nullable Node find(ObjectRef ref) {
    return seen.computeIfAbsent(ref, _ -> Optional.ofNullable(view.find(ref, at))).orElse(null);
  }

  /// Looks at several at once, which is cheaper than one after the other.
  void see(Collection<ObjectRef> refs) {
    var unseen = refs.stream().filter(ref -> !seen.containsKey(ref)).distinct().toList();
    var found = unseen.isEmpty() ? Map.<ObjectRef, Node>of() : view.findAll(unseen, at);
    unseen.forEach(ref -> seen.put(ref, Optional.ofNullable(found.get(ref))));
  }

  /// Looks at once which of several have edges.
  void seeEdges(Collection<ObjectRef> refs) {
    var unseen = refs.stream().filter(ref -> !storedEdges.containsKey(ref)).distinct().toList();
    var withEdges = unseen.isEmpty() ? Set.<ObjectRef>of() : view.withEdges(unseen);
    unseen.stream()
        .filter(ref -> !withEdges.contains(ref))
        .forEach(ref -> storedEdges.put(ref, List.of()));
  }

  /// The edges at an object that are objects themselves, the first of them.
  List<Relation> storedEdges(ObjectRef ref) {
    return storedEdges.computeIfAbsent(
        ref,
        _ -> {
          var node = find(ref);
          return node == null ? List.of() : view.storedEdges(node, at, MOST_OF_ONE);
        });
  }

  /// What it says; nothing if it is not for the caller.
  String textOf(Filed filed) {
    var node = find(filed.ref());
    return node == null ? "" : Wording.of(node);
  }

  /// The same with how it is filed; null if it is not for the caller.
  Duplicates.@Nullable Told told(Filed filed) {
    return switch (find(filed.ref())) {
      case null -> null;
      case Node.Stored node ->
          new Duplicates.Told(Wording.of(node), node.stored().object().envelope());
      case Node.Happened node ->
          new Duplicates.Told(Wording.of(node), node.entry().recorded().envelope());
      case Node.Embedded _ -> null;
    };
  }

  /// Some of the edges at an object that the caller sees.
  List<Relation> edges(ObjectRef ref, EdgeFilter filter, int limit) {
    var node = find(ref);
    return node == null ? List.of() : view.edges(node, filter, at, limit);
  }
}
