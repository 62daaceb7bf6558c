package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.FactKey.EdgesOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Marks as stale what no longer stands as it did: what was superseded, and every summary of
/// something that changed, along the whole chain. Used for one entry.
final class Marks {

  private final Current current;
  private final Facts facts;
  private final ViewChanges views;
  private final Map<ObjectRef, Instant> changed = new LinkedHashMap<>();

  Marks(Facts facts, ViewChanges views) {
    this.current = new Current(facts);
    this.facts = facts;
    this.views = views;
  }

  /// Whether a change is one that summaries have to hear of: other words, or another standing.
  static boolean matters(JsonObject before, JsonObject after) {
    return !Objects.equals(before.get("text"), after.get("text"))
        || Lifecycle.of(before) != Lifecycle.of(after);
  }

  /// An object is not what it was.
  void changed(ObjectRef ref, Instant when) {
    changed.putIfAbsent(ref, when);
  }

  static boolean supersedes(JsonObject edge) {
    var type = EdgeType.of(String.valueOf(edge.text("edge_type")));
    return type != null && type.supersedes();
  }

  /// Marks what an edge supersedes, if it is one that does.
  void superseded(JsonObject edge, Instant when) {
    if (supersedes(edge)) {
      var target = EdgeEnds.of(edge).target();
      stale(target, when, true);
      changed(target, when);
    }
  }

  /// Marks what an edge supersedes that may not have held for a while. Who lets it hold again need
  /// not know of that.
  void supersededAgain(JsonObject edge, Instant when) {
    if (supersedes(edge)) {
      var target = EdgeEnds.of(edge).target();
      if (stale(target, when, false)) {
        changed(target, when);
      }
    }
  }

  /// Marks what something supersedes that is there again: an edge, or its source.
  void supersededBy(ObjectRef ref, Instant now) {
    if (ref.type() == ObjectType.EDGE) {
      var edge = current.body(ref, now);
      if (edge != null) {
        supersededAgain(edge, now);
      }
      return;
    }
    for (var type : EdgeType.values()) {
      var edges =
          type.supersedes() ? facts.find(new EdgesOf(ref, Direction.OUT, type.wireName())) : null;
      for (var row : edges == null ? List.<AdjacentRow>of() : edges) {
        if (current.isThere(row.edge())) {
          supersededBy(row.edge(), now);
        }
      }
    }
  }

  /// A summary has lost one of its sources.
  void bereft(ObjectRef summary, Instant when) {
    stale(summary, when, false);
    changed(summary, when);
  }

  /// Follows the chains of summaries from everything that has changed.
  void spread() {
    var seen = new HashSet<>(changed.keySet());
    var open = new ArrayDeque<>(changed.entrySet());
    while (!open.isEmpty()) {
      var next = open.remove();
      for (var summary : summariesOf(next.getKey())) {
        if (seen.add(summary)) {
          stale(summary, next.getValue(), false);
          open.add(Map.entry(summary, next.getValue()));
        }
      }
    }
  }

  private List<ObjectRef> summariesOf(ObjectRef ref) {
    if (ref.type() != ObjectType.MEMORY) {
      return List.of();
    }
    var edges = facts.find(new EdgesOf(ref, Direction.IN, EdgeType.SUMMARIZES.wireName()));
    return edges == null
        ? List.of()
        : edges.stream()
            .filter(row -> current.isThere(row.edge()))
            .map(AdjacentRow::other)
            .toList();
  }

  /// From the instant on, and if it did not hold then, from when it begins to.
  ///
  /// @return whether that makes a difference
  private boolean stale(ObjectRef ref, Instant when, boolean told) {
    return current.object(ref) != null
        && !views.hasMade(ref)
        && views.restand(ref, when, Marks::stale, told);
  }

  private static JsonObject stale(JsonObject body) {
    return Lifecycle.of(body) == Lifecycle.ACTIVE ? Lifecycle.STALE.in(body) : body;
  }
}
