package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks for where one object comes from. Used once.
final class ProvenanceSearch {

  private static final int MAX_STEPS = 10_000;
  private static final int PORTION = 500;

  private final Standpoint point;
  private final Map<EventId, Optional<LogEntry>> events = new HashMap<>();
  private Verdict reason = Verdict.ABSENT;

  ProvenanceSearch(Standpoint point) {
    this.point = point;
  }

  /// Why the caller may see the object and its sources: by an admin's right if any of them.
  Verdict reason() {
    return reason;
  }

  /// Null if there is no such thing for the caller.
  @Nullable Provenance of(Subject subject) {
    var ground = Origins.ground(subject, point);
    return ground == null ? null : of(subject, ground);
  }

  /// The same of something that was looked at already.
  Provenance of(Node.Stored ground) {
    return of(new Subject.Whole(ground.ref()), ground);
  }

  private Provenance of(Subject subject, Node ground) {
    reason = ground.reason();
    return switch (ground) {
      case Node.Happened(var entry, var _) when subject instanceof Subject.Computed ->
          new Provenance(
              subject, 1, entry.eventId(), List.of(source(entry.eventId())), List.of(), true);
      case Node.Happened(var entry, var _) -> ofEvent(subject, entry);
      case Node.Stored(var stored, var _) -> ofObject(subject, stored);
      case Node.Embedded _ -> throw new IllegalStateException("a memory speaks for an embedding");
    };
  }

  private Provenance ofObject(Subject subject, StoredObject stored) {
    var made = maker(stored);
    var mutation = made == null ? null : made.eventId();
    if (subject instanceof Subject.Computed) {
      return new Provenance(subject, 1, mutation, makers(stored, made), List.of(), true);
    }
    var object = stored.object().ref();
    var steps = new LinkedHashMap<ObjectRef, EdgeType>();
    boolean embedded = subject.type() == ObjectType.EMBEDDING;
    if (embedded) {
      steps.put(object, EdgeType.EMBEDDED_AS);
    }
    boolean complete = summarised(object, steps);
    return new Provenance(
        subject,
        embedded ? 1 : stored.version().version(),
        mutation,
        sourcesOf(stored, made),
        steps.entrySet().stream()
            .map(step -> new Provenance.Step(step.getKey(), step.getValue()))
            .toList(),
        complete);
  }

  /// The entry that made a version, if the caller sees it. Mostly it is the only event that a
  /// memory comes from, which is then read once.
  private @Nullable LogEntry maker(StoredObject stored) {
    var position = stored.version().position();
    var named = named(stored).toList();
    var only = named.size() == 1 ? event(named.getFirst()) : null;
    return only != null && only.position().equals(position)
        ? only
        : Origins.entryAt(position, point);
  }

  /// An event comes from its causes.
  private Provenance ofEvent(Subject subject, LogEntry entry) {
    var event = entry.event();
    var causes = new LinkedHashSet<EventId>();
    if (event.parentEventId() != null) {
      causes.add(event.parentEventId());
    }
    causes.addAll(event.causalRefs());
    return new Provenance(
        subject, 1, entry.eventId(), causes.stream().map(this::source).toList(), List.of(), true);
  }

  /// What the object itself says, or the event that made it if it says nothing.
  private List<Provenance.Source> sourcesOf(StoredObject stored, @Nullable LogEntry made) {
    var sources = named(stored).map(this::source).toList();
    return sources.isEmpty() ? makers(stored, made) : sources;
  }

  private static Stream<EventId> named(StoredObject stored) {
    var body = stored.version().body();
    var named =
        switch (stored.object().ref().type()) {
          case MEMORY -> ids(body.get("source_event_ids"));
          case STATE -> ids(body.get("derived_from_event_id"));
          case ARTIFACT -> ids(body.get("produced_by_event_id"));
          case POLICY_RECORD -> ids(body.get("policy_event_id"));
          default -> Stream.<EventId>empty();
        };
    return named.distinct();
  }

  /// The events that made an object and its version.
  private List<Provenance.Source> makers(StoredObject stored, @Nullable LogEntry made) {
    var first = Origins.entryAt(stored.object().created(), point);
    return Stream.of(first, made)
        .flatMap(Stream::ofNullable)
        .map(LogEntry::eventId)
        .distinct()
        .map(this::source)
        .toList();
  }

  private static Stream<EventId> ids(@Nullable Json value) {
    return switch (value) {
      case JsonString(var id) -> Stream.of(new EventId(id));
      case JsonArray(var items) ->
          items.stream()
              .filter(JsonString.class::isInstance)
              .map(item -> new EventId(((JsonString) item).value()));
      case null, default -> Stream.empty();
    };
  }

  private Provenance.Source source(EventId id) {
    var entry = event(id);
    if (entry != null && point.judge(entry) == Verdict.ADMIN) {
      reason = Verdict.ADMIN;
    }
    return new Provenance.Source(id, entry == null ? null : Provenance.Found.of(entry));
  }

  private @Nullable LogEntry event(EventId id) {
    return events
        .computeIfAbsent(id, _ -> Optional.ofNullable(Origins.eventAt(id, point)))
        .orElse(null);
  }

  /// Adds the memories that a summary is made of, and those that they are made of. Returns whether
  /// they are all.
  private boolean summarised(ObjectRef summary, Map<ObjectRef, EdgeType> steps) {
    var open = new ArrayDeque<ObjectRef>(List.of(summary));
    while (!open.isEmpty()) {
      for (var edge : edgesOf(open.remove())) {
        var target = edge.adjacent().other();
        if (!target.equals(summary) && steps.putIfAbsent(target, EdgeType.SUMMARIZES) == null) {
          open.add(target);
        }
        if (steps.size() >= MAX_STEPS) {
          return false;
        }
      }
    }
    return true;
  }

  private List<StoredEdge> edgesOf(ObjectRef memory) {
    var all = new ArrayList<StoredEdge>();
    EdgeListing.@Nullable Place after = null;
    if (memory.type() != ObjectType.MEMORY) {
      return all;
    }
    while (true) {
      var listing =
          new EdgeListing(
              Set.of(Direction.OUT), Set.of(EdgeType.SUMMARIZES.wireName()), after, PORTION);
      var found = point.snapshot().edges(memory, listing, point.at());
      found.stream()
          .filter(edge -> point.judge(edge.edge()).allows())
          .filter(edge -> point.searches(edge.adjacent().other()))
          .forEach(all::add);
      if (found.size() < PORTION || all.size() >= MAX_STEPS) {
        return all;
      }
      var last = found.getLast().adjacent();
      after = new EdgeListing.Place(last.direction(), last.edgeType(), last.edge().id());
    }
  }
}
