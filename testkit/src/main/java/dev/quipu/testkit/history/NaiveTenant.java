package dev.quipu.testkit.history;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.Hash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One tenant: what happened, in order, and what there is, in the order of its making.
final class NaiveTenant {

  /// An event with what was known of it when it came.
  ///
  /// @param mentioned what it speaks of and does not act on
  record Happening(
      Event event,
      Envelope envelope,
      Hash content,
      List<Effect> effects,
      List<ObjectRef> mentioned) {}

  final List<Happening> happenings;
  final Map<ObjectRef, NaiveThing> things;

  NaiveTenant() {
    this(new ArrayList<>(), new LinkedHashMap<>());
  }

  private NaiveTenant(List<Happening> happenings, Map<ObjectRef, NaiveThing> things) {
    this.happenings = happenings;
    this.things = things;
  }

  NaiveTenant copy() {
    var copies = new LinkedHashMap<ObjectRef, NaiveThing>();
    things.forEach((ref, thing) -> copies.put(ref, thing.copy()));
    return new NaiveTenant(new ArrayList<>(happenings), copies);
  }

  long head() {
    return happenings.size();
  }

  Happening at(long position) {
    return happenings.get((int) position - 1);
  }

  /// When a position became visible; the beginning of time before the first.
  Instant timeOf(long position) {
    return position == 0 ? Instant.EPOCH : at(position).event.visibleTime();
  }

  long positionAt(Instant time) {
    long position = 0;
    while (position < head() && !timeOf(position + 1).isAfter(time)) {
      position++;
    }
    return position;
  }

  /// The position of an event; 0 if there is none of this name.
  long find(EventId id) {
    for (int i = 0; i < happenings.size(); i++) {
      if (happenings.get(i).event.eventId().equals(id)) {
        return i + 1L;
      }
    }
    return 0;
  }

  /// Chance has named the event at a position; now we know how.
  void named(long position, EventId id) {
    var h = at(position);
    var e = h.event;
    var event =
        new Event(
            id,
            e.tenantId(),
            e.workspaceId(),
            e.agentId(),
            e.sessionId(),
            e.eventType(),
            e.eventTime(),
            e.ingestTime(),
            e.visibleTime(),
            e.logicalTs(),
            e.parentEventId(),
            e.causalRefs(),
            e.payload(),
            e.source(),
            e.importance(),
            e.visibility(),
            e.version());
    happenings.set(
        (int) position - 1, new Happening(event, h.envelope, h.content, h.effects, h.mentioned));
  }

  /// What is there for somebody now: neither denied nor deleted.
  @Nullable NaiveThing seen(Person who, ObjectRef ref, Instant clock) {
    var thing = things.get(ref);
    return thing != null
            && NaiveAccess.maySee(who, thing.envelope(), clock)
            && thing.isThere(head())
        ? thing
        : null;
  }
}
