package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What explicit writes do to the views, by the rules since the second.
final class Acts {

  private final Making making;
  private final Recorded recorded;
  private final Event event;
  private final Facts facts;
  private final ViewChanges views;
  private final Current current;
  private final Marks marks;

  Acts(Making making) {
    this.making = making;
    this.recorded = making.recorded();
    this.event = recorded.event();
    this.facts = making.facts();
    this.views = making.views();
    this.current = making.current();
    this.marks = making.marks();
  }

  void apply(ObjectAct act) {
    switch (act) {
      case ObjectAct.Create(var ref, var body, var validFrom, var validTo, var links) -> {
        views.create(ref, recorded.envelope(), body, validFrom, validTo);
        if (event.payload().get("number") instanceof JsonNumber number) {
          views.count(ref.type(), number.asLong());
        }
        if (ref.type() == ObjectType.EDGE) {
          marks.superseded(body, event.visibleTime());
        }
        if (ref.type() == ObjectType.SESSION) {
          budgets(ref, recorded.envelope(), body, event.visibleTime());
        }
        if (ref.type() == ObjectType.MEMORY) {
          views.sources(ref, body, event);
        }
        links.forEach(link -> making.edge(ref, link.type(), link.target(), 1));
      }
      case ObjectAct.Change(var ref, var version, var body, var effectiveAt) -> {
        var before = current.body(ref, effectiveAt);
        if (before != null && isStepOnly(before, body)) {
          var lifecycle = Lifecycle.of(body);
          views.restand(ref, effectiveAt, lifecycle::in, true);
        } else {
          views.change(ref, version, body, effectiveAt);
        }
        saidAnew(ref, body, effectiveAt);
        if (before != null && Marks.matters(before, body)) {
          marks.changed(ref, event.visibleTime());
        }
      }
      case ObjectAct.Correct(var ref, var version, var body, var at) -> {
        views.correct(ref, version, body, at);
        var corrected = facts.find(new SpanAt(ref, at));
        saidAnew(ref, body, corrected == null ? at : corrected.validFrom());
        marks.changed(ref, event.visibleTime());
      }
      case ObjectAct.Invalidate(var ref, var when) -> {
        views.invalidate(ref, when);
        if (ref.type() == ObjectType.SESSION && making.ruling().plansBudgets()) {
          new Budget(facts)
              .counts(ref, known(ref).envelope())
              .forEach(count -> views.lasts(count, latest(when, event.visibleTime())));
        }
        marks.changed(ref, event.visibleTime());
      }
      case ObjectAct.Delete(var ref) -> {
        views.delete(ref);
        marks.changed(ref, event.visibleTime());
        var edge = ref.type() == ObjectType.EDGE ? current.body(ref, event.visibleTime()) : null;
        if (edge != null && EdgeType.SUMMARIZES.wireName().equals(edge.text("edge_type"))) {
          marks.bereft(EdgeEnds.of(edge).source(), event.visibleTime());
        }
      }
      case ObjectAct.Restore(var ref) -> {
        views.restore(ref);
        if (making.ruling().marksAgain()) {
          marks.supersededBy(ref, event.visibleTime());
        }
      }
    }
  }

  /// What follows from another body of something, from when on it counts.
  private void saidAnew(ObjectRef ref, JsonObject body, Instant at) {
    var now = event.visibleTime();
    var from = making.ruling().plansBudgets() ? since(ref, at) : now;
    if (ref.type() == ObjectType.SESSION && from != null) {
      budgets(ref, known(ref).envelope(), body, from);
    }
    if (!making.ruling().marksAgain()) {
      return;
    }
    if (ref.type() == ObjectType.EDGE) {
      if (from != null || current.holdsFrom(ref, now)) {
        marks.supersededAgain(body, at);
      }
    } else if (from != null && current.body(ref, now) == null) {
      marks.supersededBy(ref, from);
    }
  }

  /// From when on, not before now, what is said to begin at an instant counts; null if something
  /// else has taken its place by now.
  private @Nullable Instant since(ObjectRef ref, Instant at) {
    var now = event.visibleTime();
    var here = facts.find(new SpanAt(ref, at));
    var next = here == null ? facts.find(new SpanAfter(ref, at)) : null;
    boolean isOver =
        (here != null && !here.validTo().isAfter(now))
            || (next != null && !next.validFrom().isAfter(now));
    if (isOver) {
      return null;
    }
    return latest(at, now);
  }

  private static Instant latest(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }

  private ObjectRow known(ObjectRef ref) {
    var object = current.object(ref);
    if (object == null) {
      throw new IllegalStateException(ref + " is not there to be changed");
    }
    return object;
  }

  /// Whether a change is nothing but a step of the lifecycle.
  private static boolean isStepOnly(JsonObject before, JsonObject after) {
    return Lifecycle.of(before) != Lifecycle.of(after)
        && before.without(Lifecycle.MEMBER).equals(after.without(Lifecycle.MEMBER));
  }

  /// The states that count what a session uses up, as its limits are from an instant on.
  private void budgets(ObjectRef session, Envelope envelope, JsonObject body, Instant from) {
    boolean isPlanned = from.isAfter(event.visibleTime());
    new Budget(facts)
        .limited(session, envelope, body, from, isPlanned)
        .forEach(spent -> making.limit(spent, from));
  }
}
