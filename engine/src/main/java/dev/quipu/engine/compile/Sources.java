package dev.quipu.engine.compile;

import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.FactKey.EdgesOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The memories that a summary is made of, as its writer sees them now.
record Sources(Caller caller, List<Envelope> envelopes, List<JsonObject> bodies) {

  /// Refuses what cannot be a source: what is not there, is not of the level below, no longer
  /// stands, or is not to be found by search.
  static Sources of(Caller caller, List<ObjectRef> refs, int level, Stamp stamp, Facts facts) {
    var violations = new Violations();
    var sight = Sight.of(caller, stamp);
    var current = new Current(facts);
    var envelopes = new ArrayList<Envelope>();
    var bodies = new ArrayList<JsonObject>();
    for (int i = 0; i < refs.size(); i++) {
      var row = sight.find(refs.get(i), facts);
      var body = row == null ? null : current.body(refs.get(i), stamp.visibleTime());
      if (row == null
          || body == null
          || Lifecycle.of(body) != Lifecycle.ACTIVE
          || refs.get(i).type() != ObjectType.MEMORY
          || levelOf(body) != level - 1
          || !row.envelope().indexed()) {
        violations.add(
            Pointer.ROOT.child("sources").child(i),
            "source.unfit",
            "Name an active memory of level " + (level - 1) + ".");
      } else {
        envelopes.add(row.envelope());
        bodies.add(body);
      }
    }
    violations.throwIfAny();
    if (refs.stream().anyMatch(ref -> isCovered(ref, level, caller, stamp, facts))) {
      throw new Conflict(
          "summary.covered",
          "some of it has just been summarised by somebody who uses the same name",
          "ask again for a summary of the rest");
    }
    var sources = new Sources(caller, envelopes, bodies);
    if (sources.events().size() > ObjectSchemas.MAX_SOURCES) {
      throw new TooLarge(
          "sources.too_many",
          "A summary is made of at most " + ObjectSchemas.MAX_SOURCES + " events.");
    }
    return sources;
  }

  /// Whether the caller has a summary of it that stands: two that ask at once do not get two.
  private static boolean isCovered(
      ObjectRef ref, int level, Caller caller, Stamp stamp, Facts facts) {
    var current = new Current(facts);
    var edges = facts.find(new EdgesOf(ref, Direction.IN, EdgeType.SUMMARIZES.wireName()));
    return edges != null
        && edges.stream()
            .filter(row -> current.isThere(row.edge()))
            .map(AdjacentRow::other)
            .filter(current::isThere)
            .anyMatch(summary -> isOf(caller, summary, level, current, stamp));
  }

  private static boolean isOf(
      Caller caller, ObjectRef summary, int level, Current current, Stamp stamp) {
    var row = current.object(summary);
    var body = current.body(summary, stamp.visibleTime());
    return row != null
        && body != null
        && levelOf(body) == level
        && row.envelope().owner().equals(caller.principal())
        && Lifecycle.of(body) == Lifecycle.ACTIVE;
  }

  private static long levelOf(JsonObject body) {
    return body.get("level") instanceof JsonNumber level ? level.asLong() : 0;
  }

  /// Whether one memory can be called a summary of another.
  static boolean isSummaryOf(
      JsonObject summary, Envelope upper, JsonObject memory, Envelope lower) {
    return levelOf(summary) == levelOf(memory) + 1
        && eventsOf(List.of(summary)).containsAll(eventsOf(List.of(memory)))
        && Objects.equals(upper.workspace(), lower.workspace())
        && (upper.owner().equals(lower.owner())
            || lower.visibility() instanceof Visibility.Everybody)
        && both(upper.visibility(), lower.visibility()).equals(upper.visibility());
  }

  /// The events behind all of them, each once.
  List<String> events() {
    return List.copyOf(eventsOf(bodies));
  }

  private static Set<String> eventsOf(List<JsonObject> bodies) {
    var events = new LinkedHashSet<String>();
    for (var body : bodies) {
      if (body.get("source_event_ids") instanceof JsonArray(var ids)) {
        ids.forEach(
            id -> {
              if (id instanceof JsonString(var text)) {
                events.add(text);
              }
            });
      }
    }
    return events;
  }

  /// The writer's agent; of a writer without one, the agent that all of them come from, if it is
  /// one.
  @Nullable String agent() {
    var own = caller.agent();
    if (own != null) {
      return own.value();
    }
    var agents = new HashSet<@Nullable String>();
    bodies.forEach(body -> agents.add(body.text("agent_id")));
    return agents.size() == 1 ? agents.iterator().next() : null;
  }

  /// A chain is as strong as its weakest link.
  double confidence() {
    return bodies.stream().mapToDouble(body -> number(body, "confidence")).min().orElse(1);
  }

  double importance() {
    return bodies.stream().mapToDouble(body -> number(body, "importance")).max().orElse(0.5);
  }

  private static double number(JsonObject body, String field) {
    return body.get(field) instanceof JsonNumber number ? number.value() : 1;
  }

  /// Access that is no wider than that of any source. The owner is the writer, who sees them all.
  /// What lies in a workspace is for fewer than what lies in none.
  Envelope narrowest() {
    var visibility = envelopes.getFirst().visibility();
    WorkspaceId workspace = null;
    var result = Envelope.of(caller.principal(), visibility);
    for (var envelope : envelopes) {
      visibility = both(visibility, envelope.visibility());
      var next = envelope.workspace();
      if (workspace != null && next != null && !workspace.equals(next)) {
        throw new Conflict(
            "sources.workspaces",
            "the sources lie in different workspaces",
            "summarise those of one workspace at a time");
      }
      workspace = next == null ? workspace : next;
      if (envelope.expiresAt() != null) {
        result = result.endingBy(envelope.expiresAt());
      }
    }
    return new Envelope(
        caller.principal(),
        visibility,
        workspace,
        true,
        result.expiresAt(),
        null,
        result.tags(),
        null);
  }

  /// Who is let in by the one and by the other. What cannot be told in these words is let in by
  /// neither.
  private static Visibility both(Visibility one, Visibility other) {
    if (one.equals(other) || other instanceof Visibility.Everybody) {
      return one;
    }
    if (one instanceof Visibility.Everybody) {
      return other;
    }
    if (one instanceof Visibility.Named(var first)
        && other instanceof Visibility.Named(var second)) {
      return new Visibility.Named(
          new Acl(
              common(first.agents(), second.agents()),
              common(first.teams(), second.teams()),
              common(first.roles(), second.roles())));
    }
    return new Visibility.OwnerOnly();
  }

  private static <T> Set<T> common(Collection<T> one, Collection<T> other) {
    var both = new LinkedHashSet<>(one);
    both.retainAll(other);
    return both;
  }
}
