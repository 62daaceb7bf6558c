package dev.quipu.engine.inspect;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule;
import dev.quipu.model.access.AccessRule.Guarded;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads. Thread-safe.
public final class Inspect {

  private final Storage storage;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final Cursors cursors;

  public Inspect(Storage storage, InstantSource clock, AuditTrail audit) {
    this.storage = storage;
    this.clock = clock;
    this.audit = audit;
    this.cursors = new Cursors(storage.logId(), storage.signingKeys().cursors());
  }

  /// One object at a point in time.
  public Answer<ObjectView> object(Caller caller, ObjectRef ref, ReadTime time) {
    var answer =
        read(
            caller,
            (snapshot, reading) -> {
              var at = time.resolve(snapshot, reading.clock());
              var view = view(snapshot.object(ref, at), caller, reading);
              return view == null ? null : new Answer<>(view, at);
            });
    if (answer == null) {
      throw notFound(ref.type());
    }
    note(caller, answer.value().reason(), "object/" + ref);
    return answer;
  }

  /// Objects of a type at a point in time, in the order in which they were made.
  public Page<ObjectView> objects(
      Caller caller,
      ObjectType type,
      Map<String, String> fields,
      ReadTime time,
      Page.Request page) {
    var list = "objects/" + type.wireName() + new TreeMap<>(fields);
    var result =
        this.<Page<ObjectView>>read(
            caller,
            (snapshot, reading) -> {
              var start = start(page, list, caller, time, snapshot, reading);
              var after =
                  start.place().isEmpty()
                      ? null
                      : new ObjectListing.Place(
                          new LogPosition(Long.parseLong(start.place().get(0))),
                          start.place().get(1));
              var found =
                  snapshot.objects(
                      new ObjectListing(type, fields, after, page.limit() + 1), start.at());
              return page(
                  page,
                  start.at(),
                  list,
                  caller,
                  found,
                  stored -> placeOf(stored.object()),
                  stored -> view(stored, caller, reading));
            });
    noteAll(caller, result.items().stream().map(ObjectView::reason).toList(), list);
    return result;
  }

  /// The versions of an object, newest first, as known at a point in time.
  public Page<ObjectView> versions(Caller caller, ObjectRef ref, ReadTime time, Page.Request page) {
    var list = "versions/" + ref;
    var result =
        this.<@Nullable Page<ObjectView>>read(
            caller,
            (snapshot, reading) -> {
              var start = start(page, list, caller, time, snapshot, reading);
              int before =
                  start.place().isEmpty()
                      ? Integer.MAX_VALUE
                      : Integer.parseInt(start.place().getFirst());
              var history =
                  snapshot.history(
                      ref, start.at().asKnownAt(), new HistoryPage(before, page.limit() + 1));
              var verdict =
                  history == null ? Verdict.ABSENT : judge(history.object(), caller, reading);
              if (history == null || !verdict.allows()) {
                return null;
              }
              return page(
                  page,
                  start.at(),
                  list,
                  caller,
                  history.versions(),
                  stored -> List.of(Integer.toString(stored.version().version())),
                  stored -> new ObjectView(stored, verdict));
            });
    if (result == null) {
      throw notFound(ref.type());
    }
    noteAll(caller, result.items().stream().map(ObjectView::reason).toList(), list);
    return result;
  }

  /// The edges at an object, those whose other end the caller sees too.
  public Page<StoredEdge> edges(
      Caller caller,
      ObjectRef node,
      Set<Direction> directions,
      Set<String> edgeTypes,
      ReadTime time,
      Page.Request page) {
    var list = "edges/" + node + new TreeSet<>(directions) + new TreeSet<>(edgeTypes);
    var result =
        this.<@Nullable Page<StoredEdge>>read(
            caller,
            (snapshot, reading) -> {
              var start = start(page, list, caller, time, snapshot, reading);
              if (!isThere(snapshot, node, start.at(), caller, reading)) {
                return null;
              }
              var after =
                  start.place().isEmpty()
                      ? null
                      : new EdgeListing.Place(
                          Direction.valueOf(start.place().get(0)),
                          start.place().get(1),
                          start.place().get(2));
              var found =
                  snapshot.edges(
                      node,
                      new EdgeListing(directions, edgeTypes, after, page.limit() + 1),
                      start.at());
              return page(
                  page,
                  start.at(),
                  list,
                  caller,
                  found,
                  edge -> placeOf(edge.adjacent()),
                  edge -> judge(edge.edge().object(), caller, reading).allows() ? edge : null);
            });
    if (result == null) {
      throw notFound(node.type());
    }
    noteAll(
        caller,
        result.items().stream()
            .map(edge -> judge(edge.edge().object(), caller, reading()))
            .toList(),
        list);
    return result;
  }

  /// One event, unless it was learnt or happened after the point in time that was asked for.
  public Answer<EventView> event(Caller caller, EventId id, ReadTime time) {
    var answer =
        this.<@Nullable Answer<EventView>>read(
            caller,
            (snapshot, reading) -> {
              var at = time.resolve(snapshot, reading.clock());
              var found = snapshot.event(id);
              if (found == null || found.position().isAfter(at.asKnownAt())) {
                return null;
              }
              boolean later = time.asOf() != null && found.event().eventTime().isAfter(at.asOf());
              var reason = judge(found, caller, reading);
              return later || !reason.allows()
                  ? null
                  : new Answer<>(new EventView(found, reason), at);
            });
    if (answer == null) {
      throw notFound(ObjectType.EVENT);
    }
    note(caller, answer.value().reason(), "event/" + id);
    return answer;
  }

  /// The events that stand at these positions, as far as the caller may see them: what made the
  /// versions of an object it has read.
  public Map<LogPosition, EventId> eventsAt(Caller caller, Collection<LogPosition> positions) {
    return read(
        caller,
        (snapshot, reading) -> {
          var found = new HashMap<LogPosition, EventId>();
          for (var position : positions) {
            var before = new LogPosition(position.value() - 1);
            var listing = new EventListing(before, position, Map.of(), null, null, false, 1);
            for (var entry : snapshot.events(listing)) {
              if (judge(entry, caller, reading).allows()) {
                found.put(position, entry.eventId());
              }
            }
          }
          return found;
        });
  }

  /// Events in the order of the log. `as_of` leaves out what happened later, `as_known_at` what was
  /// learnt later.
  public Page<LogEntry> events(
      Caller caller, EventFilter filter, ReadTime time, Page.Request page) {
    var list = "events/" + filter + time.asOf();
    var result =
        this.<Page<LogEntry>>read(
            caller,
            (snapshot, reading) -> {
              var start = start(page, list, caller, time, snapshot, reading);
              var place =
                  start.place().isEmpty()
                      ? null
                      : new LogPosition(Long.parseLong(start.place().getFirst()));
              var listing =
                  filter.listing(start.at(), time.asOf() != null, place, page.limit() + 1);
              var found = snapshot.events(listing);
              return page(
                  page,
                  start.at(),
                  list,
                  caller,
                  found,
                  entry -> List.of(entry.position().toString()),
                  entry -> judge(entry, caller, reading).allows() ? entry : null);
            });
    noteAll(
        caller,
        result.items().stream().map(entry -> judge(entry, caller, reading())).toList(),
        "events");
    return result;
  }

  /// The events after a position, oldest first, and the position up to which there is nothing more
  /// to see: what a stream goes on from.
  public Following follow(Caller caller, LogPosition after, EventFilter filter, int limit) {
    var following =
        read(
            caller,
            (snapshot, reading) -> {
              var head = snapshot.head().position();
              var listing =
                  new EventListing(
                      after, head, filter.fields(), filter.from(), filter.to(), false, limit);
              var found = snapshot.events(listing);
              var seen = found.size() < limit ? head : found.getLast().position();
              var allowed =
                  found.stream().filter(entry -> judge(entry, caller, reading).allows()).toList();
              return new Following(allowed, seen);
            });
    noteAll(
        caller,
        following.events().stream().map(entry -> judge(entry, caller, reading())).toList(),
        "events/stream");
    return following;
  }

  /// Some events of a stream.
  ///
  /// @param seen everything up to here has been looked at
  public record Following(List<LogEntry> events, LogPosition seen) {

    public Following {
      events = List.copyOf(events);
    }
  }

  /// The end of the caller's log.
  public Head head(Caller caller) {
    return read(caller, (snapshot, _) -> snapshot.head());
  }

  public static NotFound notFound(ObjectType type) {
    return new NotFound("object.not_found", "there is no " + type.wireName() + " with this id");
  }

  private interface Read<T extends @Nullable Object> {
    T in(Snapshot snapshot, Reading reading);
  }

  private <T extends @Nullable Object> T read(Caller caller, Read<T> work) {
    caller.require(Grant.READ);
    var reading = reading();
    try (var snapshot = storage.read(ReadScope.of(caller, reading))) {
      return work.in(snapshot, reading);
    }
  }

  private Reading reading() {
    return Reading.plain(clock.instant().truncatedTo(ChronoUnit.MICROS));
  }

  /// Cuts a page out of what was found, which is one more than asked for if there is more.
  ///
  /// @param placeOf where the page after an item begins
  /// @param shown what the caller sees of an item; null = nothing
  private <S, T> Page<T> page(
      Page.Request request,
      At at,
      String list,
      Caller caller,
      List<S> found,
      Function<S, List<String>> placeOf,
      Function<S, @Nullable T> shown) {
    boolean more = found.size() > request.limit();
    var kept = more ? found.subList(0, request.limit()) : found;
    var items = new ArrayList<T>(kept.size());
    for (var each : kept) {
      var item = shown.apply(each);
      if (item != null) {
        items.add(item);
      }
    }
    var next =
        more
            ? cursors.write(new Cursors.Cursor(at, placeOf.apply(kept.getLast())), caller, list)
            : null;
    return new Page<>(items, next, at);
  }

  private static List<String> placeOf(ObjectRow object) {
    return List.of(object.created().toString(), object.ref().id());
  }

  private static List<String> placeOf(AdjacentRow adjacent) {
    return List.of(adjacent.direction().name(), adjacent.edgeType(), adjacent.edge().id());
  }

  /// Where a page begins: at its cursor, or at the point in time that was asked for.
  private Cursors.Cursor start(
      Page.Request page,
      String list,
      Caller caller,
      ReadTime time,
      Snapshot snapshot,
      Reading reading) {
    return page.cursor() == null
        ? new Cursors.Cursor(time.resolve(snapshot, reading.clock()), List.of())
        : cursors.read(page.cursor(), caller, list);
  }

  private static boolean isThere(
      Snapshot snapshot, ObjectRef ref, At at, Caller caller, Reading reading) {
    if (ref.type() == ObjectType.EVENT) {
      var entry = snapshot.event(new EventId(ref.id()));
      return entry != null
          && !entry.position().isAfter(at.asKnownAt())
          && judge(entry, caller, reading).allows();
    }
    return view(snapshot.object(ref, at), caller, reading) != null;
  }

  private static @Nullable ObjectView view(
      @Nullable StoredObject stored, Caller caller, Reading reading) {
    if (stored == null) {
      return null;
    }
    var verdict = judge(stored.object(), caller, reading);
    return verdict.allows() ? new ObjectView(stored, verdict) : null;
  }

  private static Verdict judge(ObjectRow object, Caller caller, Reading reading) {
    return judge(object.envelope(), object.quarantined(), caller, reading);
  }

  private static Verdict judge(LogEntry entry, Caller caller, Reading reading) {
    return judge(entry.recorded().envelope(), false, caller, reading);
  }

  private static Verdict judge(
      Envelope envelope, boolean quarantined, Caller caller, Reading reading) {
    return AccessRule.judge(caller, new Guarded(caller.tenant(), envelope, quarantined), reading);
  }

  private void note(Caller caller, Verdict reason, String what) {
    if (reason == Verdict.ADMIN) {
      audit.adminRead(caller, what);
    }
  }

  private void noteAll(Caller caller, List<Verdict> reasons, String list) {
    long count = reasons.stream().filter(reason -> reason == Verdict.ADMIN).count();
    if (count > 0) {
      audit.adminRead(caller, list + " (" + count + ")");
    }
  }
}
