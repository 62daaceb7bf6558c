package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.List;

/// Refuses what would let an object stand against the table of steps, or against what others say.
record Standing(Caller caller, Stamp stamp, Facts facts) {

  void requireStep(ObjectRef ref, Lifecycle from, Lifecycle to) {
    if (from != to && !from.next().contains(to)) {
      throw new Conflict(
          "lifecycle.step",
          ref + " is " + from.wireName() + " and cannot become " + to.wireName(),
          "from there it can become " + String.join(", ", wordsOf(from)));
    }
    if (from != to && to == Lifecycle.ACTIVE) {
      requireUncontested(ref);
    }
  }

  /// What is retracted stays so: an end that is told may not come before that.
  ///
  /// @param when the end
  void requireRetractionKept(ObjectRef ref, Instant when) {
    var here = facts.find(new SpanAt(ref, when));
    var first = here != null && here.validFrom().equals(when) ? here : null;
    for (var span = first == null ? facts.find(new SpanAfter(ref, when)) : first;
        span != null;
        span = facts.find(new SpanAfter(ref, span.validFrom()))) {
      var version = facts.find(new VersionOf(ref, span.version()));
      if (version != null && Lifecycle.of(version.body()) == Lifecycle.RETRACTED) {
        throw new Conflict(
            "lifecycle.step",
            ref
                + " was retracted at "
                + span.validFrom()
                + ", which an earlier end would take back",
            "send a later end, or delete it");
      }
    }
  }

  private static List<String> wordsOf(Lifecycle from) {
    return from.next().stream().map(Lifecycle::wireName).sorted().toList();
  }

  /// What has ended, and shall hold again now or later, is held against what was said meanwhile.
  ///
  /// @param from when it begins again; it goes on until something is in force already
  void requireRevivable(ObjectRef ref, JsonObject body, Instant from) {
    var next = facts.find(new SpanAfter(ref, from));
    boolean isOver = next != null && !next.validFrom().isAfter(stamp.visibleTime());
    if (isOver || facts.find(new SpanAt(ref, from)) != null) {
      return;
    }
    if (Lifecycle.of(body) == Lifecycle.ACTIVE) {
      requireUncontested(ref);
    }
    requireNoCycle(ref, body);
  }

  /// What others have put an end to does not become active again while they say so.
  private void requireUncontested(ObjectRef ref) {
    var successions = new Successions(facts, stamp.visibleTime());
    if (successions.isSuperseded(ref)) {
      throw new Conflict(
          "object.superseded",
          ref + " is superseded by something else",
          "delete or invalidate the supersedes and updates edges to it first");
    }
    if (successions.hasLostSource(ref)) {
      throw new Conflict(
          "summary.source_gone",
          "something that " + ref + " summarises no longer stands",
          "make a new summary, or bring its sources back first");
    }
  }

  /// While an edge was not there, others may have come that say the contrary.
  ///
  /// @param body of the object, which is an edge or not
  void requireNoCycle(ObjectRef ref, JsonObject body) {
    if (ref.type() != ObjectType.EDGE) {
      return;
    }
    var ends = EdgeEnds.of(body);
    if (Marks.supersedes(body)
        && new Successions(facts, stamp.visibleTime())
            .chain()
            .leads(List.of(ends.target()), ends.source())) {
      throw new Conflict(
          "edge.cycle",
          "meanwhile the target of " + ref + " supersedes its source",
          "delete the edges between them that say so");
    }
    if (EdgeType.CAUSED_BY.wireName().equals(body.text("edge_type"))
        && new Causes(caller, stamp, facts).lead(ends.target(), ends.source())) {
      throw new Conflict(
          "edge.cycle",
          "meanwhile the source of " + ref + " is among what caused its target",
          "delete the edges between them that say so");
    }
  }
}
