package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks for where one object comes from. Used once.
final class ProvenanceSearch {

  private static final int MAX_STEPS = 10_000;
  private static final int PORTION = 500;

  private final Snapshot snapshot;
  private final At at;
  private final Caller caller;
  private final Reading reading;
  private Verdict reason = Verdict.ABSENT;

  ProvenanceSearch(Snapshot snapshot, At at, Caller caller, Reading reading) {
    this.snapshot = snapshot;
    this.at = at;
    this.caller = caller;
    this.reading = reading;
  }

  /// Why the caller may see the object and its sources: by an admin's right if any of them.
  Verdict reason() {
    return reason;
  }

  /// Null if there is no such object for the caller.
  @Nullable Provenance of(ObjectRef ref) {
    if (ref.type() == ObjectType.EVENT) {
      var entry = event(new EventId(ref.id()));
      reason = entry == null ? Verdict.ABSENT : Reads.judge(entry, caller, reading);
      return entry == null ? null : ofEvent(entry);
    }
    var view = Evidence.subject(ref, snapshot, at, caller, reading);
    if (view == null) {
      return null;
    }
    reason = view.reason();
    var stored = view.stored();
    var made = Evidence.entryAt(stored.version().position(), snapshot, caller, reading);
    var steps = new LinkedHashMap<ObjectRef, EdgeType>();
    if (!stored.object().ref().equals(ref)) {
      steps.put(stored.object().ref(), EdgeType.EMBEDDED_AS);
    }
    boolean complete = summarised(stored.object().ref(), steps);
    return new Provenance(
        ref,
        ref.type() == ObjectType.EMBEDDING ? 1 : stored.version().version(),
        made == null ? null : made.eventId(),
        sourcesOf(stored, made),
        steps.entrySet().stream()
            .map(step -> new Provenance.Step(step.getKey(), step.getValue()))
            .toList(),
        complete);
  }

  /// An event comes from its causes.
  private Provenance ofEvent(LogEntry entry) {
    var event = entry.event();
    var causes = new LinkedHashSet<EventId>();
    if (event.parentEventId() != null) {
      causes.add(event.parentEventId());
    }
    causes.addAll(event.causalRefs());
    return new Provenance(
        ObjectRef.of(entry.eventId()),
        1,
        entry.eventId(),
        causes.stream().map(this::source).toList(),
        List.of(),
        true);
  }

  /// What the object itself says, or the event that made it if it says nothing.
  private List<Provenance.Source> sourcesOf(StoredObject stored, @Nullable LogEntry made) {
    var body = stored.version().body();
    var named =
        switch (stored.object().ref().type()) {
          case MEMORY -> ids(body.get("source_event_ids"));
          case STATE -> ids(body.get("derived_from_event_id"));
          case ARTIFACT -> ids(body.get("produced_by_event_id"));
          case POLICY_RECORD -> ids(body.get("policy_event_id"));
          default -> Stream.<EventId>empty();
        };
    var sources = named.distinct().map(this::source).toList();
    if (!sources.isEmpty()) {
      return sources;
    }
    var first = Evidence.entryAt(stored.object().created(), snapshot, caller, reading);
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
    if (entry != null && Reads.judge(entry, caller, reading) == Verdict.ADMIN) {
      reason = Verdict.ADMIN;
    }
    return new Provenance.Source(id, entry == null ? null : Provenance.Found.of(entry));
  }

  private @Nullable LogEntry event(EventId id) {
    return Evidence.eventAt(id, snapshot, at, caller, reading);
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
      var found = snapshot.edges(memory, listing, at);
      found.stream()
          .filter(edge -> Reads.judge(edge.edge().object(), caller, reading).allows())
          .forEach(all::add);
      if (found.size() < PORTION || all.size() >= MAX_STEPS) {
        return all;
      }
      var last = found.getLast().adjacent();
      after = new EdgeListing.Place(last.direction(), last.edgeType(), last.edge().id());
    }
  }
}
