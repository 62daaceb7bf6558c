package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Observation;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.Splits;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.FactKey.AllWith;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.FactKey.SpanBefore;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ValidTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was told under one access, as the log has it: where an aspect came from.
///
/// @param envelope of the access
record Tellings(Facts facts, Envelope envelope) {

  /// An observation in its entry.
  record Told(LogEntry entry, SubmittedPayload payload, int number, Observation observation) {

    ObservedEntity said() {
      return payload.observed().get(number);
    }

    Instant since() {
      return entry.event().since();
    }
  }

  /// The latest that is known of an entity under this access; empty if nothing is.
  Aspect latest(EntityId entity, String type) {
    var known = latest(Aspect.ref(entity, envelope), facts);
    return known == null ? Aspect.of(entity, type) : known;
  }

  /// What holds last of an aspect; null if there is none.
  static @Nullable Aspect latest(ObjectRef aspect, Facts facts) {
    var last = facts.find(new SpanBefore(aspect, ValidTime.FOREVER));
    var version = last == null ? null : facts.find(new VersionOf(aspect, last.version()));
    return version == null ? null : AspectBody.read(version.body());
  }

  /// An observation by its id; null if there is none, whatever its access.
  static @Nullable Told find(String observation, Facts facts) {
    var event = SubmittedPayload.eventOfObservation(observation);
    if (event != null && facts.find(new LineOf(event)) instanceof LogEntry entry) {
      for (var told : in(entry)) {
        if (told.observation().id().equals(observation)) {
          return told;
        }
      }
    }
    return null;
  }

  /// What an observation says, of the entity that it speaks of by now: if it was found to speak of
  /// another than it was made for, of that one.
  static ObservedEntity asOfNow(Told told, Facts facts) {
    var said = told.said();
    var envelope = told.entry().recorded().envelope();
    var made = latest(Aspect.ref(said.entity(), envelope), facts);
    var splits = made == null ? Splits.NONE : made.splits();
    var name = splits.nameFor(told.observation());
    if (name == null) {
      return said;
    }
    var entity = splits.entityOf(told.observation());
    var known = latest(Aspect.ref(entity, envelope), facts);
    return new ObservedEntity(
        entity,
        known == null ? said.type() : known.type(),
        said.schemaVersion(),
        name,
        true,
        List.of(),
        said.fields(),
        said.specificity(),
        said.priority(),
        said.source(),
        said.merged());
  }

  /// The observations that an entry holds; none if it is no submission.
  static List<Told> in(LogEntry entry) {
    if (!entry.event().eventType().equals(SubmittedPayload.TYPE)) {
      return List.of();
    }
    var payload = SubmittedPayload.read(entry.event());
    var observations = payload.observations(entry.eventId());
    var all = new ArrayList<Told>();
    for (int i = 0; i < observations.size(); i++) {
      all.add(new Told(entry, payload, i, observations.get(i)));
    }
    return all;
  }

  /// The observations that speak of an entity, in the order of the log.
  ///
  /// @param splits what was said of them, up to now
  List<Told> of(EntityId entity, Splits splits) {
    var entries = new LinkedHashMap<LogPosition, LogEntry>();
    namedBy(entity).forEach(entry -> entries.put(entry.position(), entry));
    for (var position : splits.foundOf(entity).keySet()) {
      var place = new LogPosition(position);
      if (!entries.containsKey(place) && facts.find(new LineAt(place)) instanceof LogEntry entry) {
        entries.put(place, entry);
      }
    }
    return entries.values().stream()
        .sorted(Comparator.comparing(LogEntry::position))
        .flatMap(entry -> in(entry).stream())
        .filter(told -> splits.entityOf(told.observation()).equals(entity))
        .toList();
  }

  /// What was said to be related to what, from an entity on.
  ///
  /// @param type of the relationship
  boolean relate(EntityId from, String type, EntityId to, Map<EntityId, Splits> splits) {
    for (var entry : namedBy(from)) {
      if (EntityAct.isDoneBy(entry.event())
          && EntityAct.read(entry.event())
              instanceof EntityAct.Relate(var subject, var said, var target)
          && subject.entity().equals(from)
          && said.equals(type)
          && target.entity().equals(to)) {
        return true;
      }
    }
    for (var told : of(from, splits.computeIfAbsent(from, this::splitsOf))) {
      for (var relation : told.payload().relations()) {
        if (relation.from() == told.number()
            && relation.type().equals(type)
            && endOf(told, relation.to(), splits).equals(to)) {
          return true;
        }
      }
    }
    return false;
  }

  /// The entity that another observation of the same entry speaks of.
  EntityId endOf(Told told, int number, Map<EntityId, Splits> splits) {
    var observation = told.payload().observations(told.entry().eventId()).get(number);
    return splits.computeIfAbsent(observation.entity(), this::splitsOf).entityOf(observation);
  }

  private Splits splitsOf(EntityId entity) {
    var known = latest(Aspect.ref(entity, envelope), facts);
    return known == null ? Splits.NONE : known.splits();
  }

  private List<LogEntry> namedBy(EntityId entity) {
    var events = facts.find(new AllWith(ObjectType.EVENT, PayloadKey.ENTITY, entity.value()));
    var entries = new ArrayList<LogEntry>();
    for (var event : events == null ? List.<ObjectRef>of() : events) {
      if (facts.find(new LineOf(new EventId(event.id()))) instanceof LogEntry entry
          && entry.recorded().envelope().equals(envelope)) {
        entries.add(entry);
      }
    }
    return entries;
  }
}
