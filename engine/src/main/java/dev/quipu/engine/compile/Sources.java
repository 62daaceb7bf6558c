package dev.quipu.engine.compile;

import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.Facts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

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
    return new Sources(caller, envelopes, bodies);
  }

  private static long levelOf(JsonObject body) {
    return body.get("level") instanceof JsonNumber level ? level.asLong() : 0;
  }

  /// The events behind all of them, each once.
  List<String> events() {
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
    return List.copyOf(events);
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
  Envelope narrowest() {
    var visibility = envelopes.getFirst().visibility();
    var workspace = envelopes.getFirst().workspace();
    var result = Envelope.of(caller.principal(), visibility);
    for (var envelope : envelopes) {
      visibility = both(visibility, envelope.visibility());
      if (!Objects.equals(workspace, envelope.workspace())) {
        throw new Conflict(
            "sources.workspaces",
            "the sources lie in different workspaces",
            "summarise those of one workspace at a time");
      }
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
