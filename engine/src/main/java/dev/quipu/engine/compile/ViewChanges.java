package dev.quipu.engine.compile;

import dev.quipu.engine.compile.GrowingStates.Growth;
import dev.quipu.engine.compile.RemadeStates.State;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey.CounterOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Gathers the changes of one entry: the acts of rules, put into rows. Used once.
final class ViewChanges {

  /// The list key that names the causes of an event.
  static final String CAUSED_BY = EdgeType.CAUSED_BY.wireName();

  /// The list key that names the events a memory comes from.
  private static final String SOURCES = "source_event_ids";

  private final RowChanges rows;
  private final Facts facts;

  ViewChanges(LogPosition position, Facts facts) {
    this.rows = new RowChanges(position, facts);
    this.facts = facts;
  }

  Changes changes() {
    return rows.changes();
  }

  /// Whether this entry has already made the object, or a version of it.
  boolean hasMade(ObjectRef ref) {
    return rows.hasMade(ref);
  }

  /// See [GrowingStates#grow].
  <S> void grow(ObjectRef ref, Envelope envelope, Instant since, Growth<S> growth) {
    if (!new GrowingStates<>(rows, growth).grow(ref, since)) {
      create(ref, envelope, growth.joined(null), since);
    }
  }

  /// The same in the layer that has room for it. What is deleted is so in all its layers.
  <S> void growSomewhere(ObjectRef first, Envelope envelope, Instant since, Growth<S> growth) {
    var states = new GrowingStates<>(rows, growth);
    var layer = new Layers(first, facts).withRoom(ref -> states.hasRoom(ref, since));
    if (!layer.equals(first)) {
      states.beThere(first, since);
    }
    if (states.grow(layer, since)) {
      return;
    }
    if (!layer.equals(first) && facts.find(new TombstoneOn(first)) != null) {
      rows.deletedObject(layer, 1, envelope);
    } else {
      rows.object(layer, 1, envelope);
    }
    began(layer, growth.joined(null), since, ValidTime.FOREVER);
  }

  /// See [RemadeStates#remake].
  void remake(ObjectRef ref, Envelope envelope, List<State> states) {
    new RemadeStates(rows).remake(ref, envelope, states);
  }

  /// The event itself: an object whose body stays in the log.
  void event(Recorded recorded) {
    var event = recorded.event();
    var ref = ObjectRef.of(event.eventId());
    rows.object(ref, 0, recorded.envelope());
    eventKeys(event)
        .forEach((field, value) -> rows.put(new ListKeyRow(ref, field, value, rows.position())));
  }

  /// What an event says that it was caused by, so that its effects can be found from there.
  void causes(Event event) {
    var ref = ObjectRef.of(event.eventId());
    var causes = new LinkedHashSet<>(event.causalRefs());
    if (event.parentEventId() != null) {
      causes.add(event.parentEventId());
    }
    causes.forEach(
        cause -> rows.put(new ListKeyRow(ref, CAUSED_BY, cause.value(), rows.position())));
  }

  /// The events that a memory comes from, so that it can be found from there. The one that makes it
  /// names it among its effects.
  void sources(ObjectRef memory, JsonObject body, Event maker) {
    var own = ObjectRef.of(maker.eventId());
    for (var source : ComputedEdge.SOURCE_OF_MEMORY.targets(body)) {
      if (!source.equals(own)) {
        rows.put(new ListKeyRow(memory, SOURCES, source.id(), rows.position()));
      }
    }
  }

  /// What events are listed by.
  private static Map<String, String> eventKeys(Event event) {
    var keys = new LinkedHashMap<String, String>();
    keys.put("event_type", event.eventType().value());
    putIfThere(keys, "agent_id", event.agentId());
    putIfThere(keys, "session_id", event.sessionId());
    putIfThere(keys, "workspace_id", event.workspaceId());
    return keys;
  }

  private static void putIfThere(
      Map<String, String> keys, String field, @Nullable Identifier value) {
    if (value != null) {
      keys.put(field, value.value());
    }
  }

  void create(ObjectRef ref, Envelope envelope, JsonObject body, Instant validFrom) {
    create(ref, envelope, body, validFrom, ValidTime.FOREVER);
  }

  void create(
      ObjectRef ref, Envelope envelope, JsonObject body, Instant validFrom, Instant validTo) {
    rows.object(ref, 1, envelope);
    began(ref, body, validFrom, validTo);
  }

  private void began(ObjectRef ref, JsonObject body, Instant validFrom, Instant validTo) {
    rows.makes(ref);
    rows.version(ref, 1, body);
    rows.believe(ref, validFrom, validTo, 1);
    for (var key : ListKeys.of(ref, body)) {
      rows.put(new ListKeyRow(ref, key.field(), key.value(), rows.position()));
    }
    if (ref.type() == ObjectType.EDGE) {
      adjacent(ref, body);
    }
    rows.tell(ref, 1);
  }

  /// Splits what the change falls into: see docs/core.md, "Two clocks".
  void change(ObjectRef ref, int version, JsonObject body, Instant effectiveAt) {
    var object = version(ref, version, body);
    var current = facts.find(new SpanAt(ref, effectiveAt));
    if (current == null) {
      var next = facts.find(new SpanAfter(ref, effectiveAt));
      var end = next == null ? ValidTime.FOREVER : next.validFrom();
      rows.believe(ref, effectiveAt, end, version);
    } else {
      rows.closeFrom(current, effectiveAt);
      rows.believe(ref, effectiveAt, current.validTo(), version);
    }
    keysOf(object, body);
    rows.tell(ref, version);
  }

  /// Changes whatever is believed from an instant on, each rectangle by itself: what was planned
  /// for later too.
  ///
  /// @param told whether the entry tells of it: whoever wrote it may not know that there is such an
  ///   object
  /// @return whether anything has changed by that
  boolean restand(ObjectRef ref, Instant from, UnaryOperator<JsonObject> how, boolean told) {
    var object = rows.known(ref);
    int version = object.latestVersion();
    var here = facts.find(new SpanAt(ref, from));
    for (var span = here == null ? facts.find(new SpanAfter(ref, from)) : here;
        span != null;
        span = facts.find(new SpanAfter(ref, span.validFrom()))) {
      var before = facts.find(new VersionOf(ref, span.version()));
      var after = before == null ? null : how.apply(before.body());
      if (before == null || after == null || after.equals(before.body())) {
        continue;
      }
      version++;
      rows.version(ref, version, after);
      rows.closeFrom(span, from);
      var begin = span.validFrom().isBefore(from) ? from : span.validFrom();
      rows.believe(ref, begin, span.validTo(), version);
      keysOf(object, after);
    }
    if (version > object.latestVersion()) {
      rows.makes(ref);
      rows.replace(object, object.withLatestVersion(version));
      if (told) {
        rows.tell(ref, version);
      }
    }
    return version > object.latestVersion();
  }

  /// Lets something hold from an earlier instant on, or again.
  ///
  /// @param first what is believed of it first; null = nothing is
  void begin(ObjectRow object, @Nullable SpanRow first, Instant since) {
    var ref = object.ref();
    rows.makes(ref);
    if (first == null) {
      rows.believe(ref, since, ValidTime.FOREVER, object.latestVersion());
    } else {
      rows.close(first);
      rows.believe(ref, since, first.validTo(), first.version());
    }
    rows.tell(ref, object.latestVersion());
  }

  /// Nothing of it is believed any more, of no instant.
  void endWholly(ObjectRef ref) {
    rows.makes(ref);
    rows.closeAll(facts.find(new SpanAfter(ref, ValidTime.BEGINNING)));
    rows.tell(ref, rows.known(ref).latestVersion());
  }

  /// What else an event is listed by.
  void list(EventId event, String field, String value) {
    rows.listNew(ObjectRef.of(event), field, value);
  }

  /// Lets something that was deleted begin again with a version, as if nothing had been before it.
  void beginAnew(ObjectRef ref, int version, JsonObject body, Instant since) {
    var object = version(ref, version, body);
    restoreUntold(ref);
    rows.closeAll(facts.find(new SpanAfter(ref, ValidTime.BEGINNING)));
    rows.believe(ref, since, ValidTime.FOREVER, version);
    keysOf(object, body);
    rows.tell(ref, version);
  }

  /// Puts a version in the place of the one in force at an instant, for as long as that one holds.
  void correct(ObjectRef ref, int version, JsonObject body, Instant at) {
    var object = version(ref, version, body);
    var current = facts.find(new SpanAt(ref, at));
    if (current == null) {
      throw new IllegalStateException(ref + " holds nothing to be corrected");
    }
    rows.close(current);
    rows.believe(ref, current.validFrom(), current.validTo(), version);
    keysOf(object, body);
    rows.tell(ref, version);
  }

  /// Ends what is believed at an instant; nothing that was to follow is believed any more.
  void invalidate(ObjectRef ref, Instant when) {
    var current = facts.find(new SpanAt(ref, when));
    if (current != null) {
      rows.closeFrom(current, when);
    }
    rows.closeAll(facts.find(new SpanAfter(ref, when)));
    rows.tell(ref, rows.known(ref).latestVersion());
  }

  /// What holds at an instant is to hold for ever: nothing that was to follow is believed any more.
  void lasts(ObjectRef ref, Instant from) {
    var next = facts.find(new SpanAfter(ref, from));
    if (next == null) {
      return;
    }
    rows.closeAll(next);
    var here = facts.find(new SpanAt(ref, from));
    if (here != null) {
      rows.close(here);
      rows.believe(ref, here.validFrom(), ValidTime.FOREVER, here.version());
    }
  }

  private ObjectRow version(ObjectRef ref, int version, JsonObject body) {
    var object = rows.known(ref);
    rows.makes(ref);
    rows.replace(object, object.withLatestVersion(version));
    rows.version(ref, version, body);
    return object;
  }

  private void keysOf(ObjectRow object, JsonObject body) {
    rows.list(object.ref(), object.created(), ListKeys.of(object.ref(), body));
  }

  void delete(ObjectRef ref) {
    deleteUntold(ref);
    rows.tell(ref, rows.known(ref).latestVersion());
  }

  /// The same as a part of something else that is told.
  void deleteUntold(ObjectRef ref) {
    var object = rows.known(ref);
    rows.put(new TombstoneRow(ref, rows.position(), LogPosition.FOREVER));
    if (!object.everDeleted()) {
      rows.replace(object, object.deletedOnce());
    }
  }

  void restore(ObjectRef ref) {
    restoreUntold(ref);
    rows.tell(ref, rows.known(ref).latestVersion());
  }

  /// The same as a part of something else that is told.
  void restoreUntold(ObjectRef ref) {
    var tombstone = facts.find(new TombstoneOn(ref));
    if (tombstone == null) {
      throw new IllegalStateException(ref + " has no tombstone to lift");
    }
    rows.replace(tombstone, tombstone.closedAt(rows.position()));
  }

  void count(ObjectType kind, long number) {
    var row = new CounterRow(kind, number);
    var before = facts.find(new CounterOf(kind));
    if (before == null) {
      rows.put(row);
    } else {
      rows.replace(before, row);
    }
  }

  private void adjacent(ObjectRef edge, JsonObject body) {
    var ends = EdgeEnds.of(body);
    var type = String.valueOf(body.text("edge_type"));
    rows.put(new AdjacentRow(ends.source(), Direction.OUT, type, edge, ends.target()));
    rows.put(new AdjacentRow(ends.target(), Direction.IN, type, edge, ends.source()));
  }
}
