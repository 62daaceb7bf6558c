package dev.quipu.engine.inspect;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.inspect.Payloads.Seen;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.Splits;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.At;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads what was said of an entity, under whichever of its names. Thread-safe.
public final class Observations {

  private static final String TIMED = "as_of";

  private final Reads reads;
  private final Payloads payloads;
  private final long maxPageBytes;

  public Observations(
      Storage storage,
      InstantSource clock,
      AuditTrail audit,
      CommitSignal signal,
      Limits limits,
      Payloads payloads) {
    this.reads = new Reads(storage, clock, audit, signal, limits);
    this.payloads = payloads;
    this.maxPageBytes = limits.maxPageBytes();
  }

  /// One observation, with the entity that it speaks of at a time.
  public Seen observation(Caller caller, String id, ReadTime time) {
    var seen = payloads.observation(caller, id, time);
    return speaking(caller, List.of(seen), time).getFirst();
  }

  /// What a submission says, and of which entities that is at a time.
  public List<Seen> in(Caller caller, PayloadView view, ReadTime time) {
    return speaking(caller, Payloads.in(view), time);
  }

  /// What a submission says of an entity now, under whichever of its names.
  public List<Seen> of(Caller caller, EntityId entity, PayloadView view) {
    return reads.<List<Seen>>read(
        caller,
        (snapshot, reading) -> {
          var at = reads.at(ReadTime.NOW, snapshot, reading);
          return Made.of(entity, snapshot, at).in(view).observations();
        });
  }

  private List<Seen> speaking(Caller caller, List<Seen> all, ReadTime time) {
    return reads.<List<Seen>>read(
        caller,
        time,
        (snapshot, reading) -> {
          var at = reads.at(time, snapshot, reading);
          var aspects = WholeEntities.aspectsOf(snapshot);
          var splits = new HashMap<EntityId, Splits>();
          return all.stream()
              .map(
                  seen ->
                      speaking(
                          seen,
                          splits.computeIfAbsent(
                              seen.observation().entity(), each -> aspects.splitsOf(each, at))))
              .toList();
        });
  }

  private static Seen speaking(Seen seen, Splits splits) {
    return new Seen(seen.observation(), seen.in(), splits.entityOf(seen.observation()));
  }

  /// What an entity is made of at a point.
  private record Made(List<EntityId> names, Splits splits) {

    static Made of(EntityId entity, Snapshot snapshot, At at) {
      var found = WholeEntities.aspectsOf(snapshot).of(entity, at);
      if (found.aspects().isEmpty()) {
        throw Entities.absent();
      }
      return new Made(found.names(), Aspects.known(found).splits());
    }

    /// Those observations of a submission that are of the entity.
    Telling in(PayloadView view) {
      return new Telling(
          view,
          Payloads.in(view).stream()
              .map(seen -> speaking(seen, splits))
              .filter(seen -> names.contains(seen.entity()))
              .toList());
    }

    /// The events of observations that were made for others, by their positions.
    TreeMap<Long, String> found() {
      var found = new TreeMap<Long, String>();
      names.forEach(
          name ->
              splits.foundOf(name).forEach((position, ids) -> found.put(position, ids.getFirst())));
      return found;
    }
  }

  private record Telling(PayloadView in, List<Seen> observations) {}

  /// The observations of an entity, and of all that were found to be it, in the order of the log. A
  /// page has so many submissions: each has one observation of it, rarely more.
  public Page<Seen> of(Caller caller, EntityId entity, ReadTime time, Page.Request page) {
    var list = "observations/" + entity;
    var found =
        reads.<Page<Telling>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              var made = Made.of(entity, snapshot, start.at());
              boolean first = start.place().isEmpty();
              var place = first ? null : new LogPosition(Long.parseLong(start.place().getFirst()));
              boolean timed = first ? time.asOf() != null : start.place().getLast().equals(TIMED);
              var gathered =
                  EventGathering.merged(
                      snapshot,
                      made.names().stream()
                          .map(Observations::about)
                          .map(filter -> filter.listing(start.at(), timed, place, page.limit()))
                          .toList(),
                      others(made, snapshot, timed ? start.at() : null, place, page.limit() + 1),
                      maxPageBytes);
              return reads.page(
                  new Page.Request(page.cursor(), gathered.taken()),
                  start,
                  list,
                  caller,
                  gathered.entries(),
                  entry -> placeOf(entry, timed),
                  entry -> {
                    var reason = Reads.judge(entry, caller, reading);
                    return reason.allows()
                        ? made.in(PayloadView.of(new EventView(entry, reason)))
                        : null;
                  });
            });
    reads.noteAll(caller, found.items().stream().map(each -> each.in().reason()).toList(), list);
    return new Page<>(
        found.items().stream().flatMap(each -> each.observations().stream()).toList(),
        found.nextCursor(),
        found.at());
  }

  /// The entries of observations that were made for others.
  ///
  /// @param until null = whenever it happened
  private static List<LogEntry> others(
      Made made, Snapshot snapshot, @Nullable At until, @Nullable LogPosition place, int limit) {
    var others = new ArrayList<LogEntry>();
    for (var id : made.found().tailMap(place == null ? 0 : place.value(), false).values()) {
      var event = SubmittedPayload.eventOfObservation(id);
      var entry = event == null ? null : snapshot.event(event);
      if (entry != null && (until == null || !entry.event().eventTime().isAfter(until.asOf()))) {
        others.add(entry);
      }
      if (others.size() == limit) {
        break;
      }
    }
    return others;
  }

  private static EventFilter about(EntityId entity) {
    var fields =
        Map.of("event_type", SubmittedPayload.TYPE.value(), PayloadKey.ENTITY, entity.value());
    return new EventFilter(fields, null, null, false);
  }

  private static List<String> placeOf(LogEntry entry, boolean timed) {
    return List.of(entry.position().toString(), timed ? TIMED : "");
  }
}
