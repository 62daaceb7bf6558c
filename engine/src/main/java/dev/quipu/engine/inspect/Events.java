package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads events: one, many, or as they come. Thread-safe.
public final class Events {

  private static final String TIMED = "as_of";

  private final Reads reads;
  private final long maxPageBytes;

  public Events(ReadPorts ports) {
    this.reads = new Reads(ports);
    this.maxPageBytes = ports.limits().maxPageBytes();
  }

  /// One event, unless it was learnt or happened after the point in time that was asked for.
  public Answer<EventView> event(Caller caller, EventId id, ReadTime time) {
    var answer =
        reads.<@Nullable Answer<EventView>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var found = snapshot.event(id);
              if (found == null || found.position().isAfter(at.asKnownAt())) {
                return null;
              }
              boolean later = time.asOf() != null && found.event().eventTime().isAfter(at.asOf());
              var reason = Reads.judge(found, caller, reading);
              return later || !reason.allows()
                  ? null
                  : new Answer<>(new EventView(found, reason), at);
            });
    if (answer == null) {
      throw ObjectType.EVENT.absent();
    }
    reads.note(caller, answer.value().reason(), "event/" + id);
    return answer;
  }

  /// The events that stand at these positions, as far as the caller may see them: what made the
  /// versions of an object it has read.
  public Map<LogPosition, EventId> eventsAt(Caller caller, Collection<LogPosition> positions) {
    return reads.read(
        caller,
        (snapshot, reading) -> {
          var found = new HashMap<LogPosition, EventId>();
          for (var position : positions) {
            var before = new LogPosition(position.value() - 1);
            var listing = new EventListing(before, position, Map.of(), null, null, false, 1);
            for (var entry : snapshot.events(listing)) {
              if (Reads.judge(entry, caller, reading).allows()) {
                found.put(position, entry.eventId());
              }
            }
          }
          return found;
        });
  }

  /// Events in the order of the log. `as_of` leaves out what happened later, `as_known_at` what was
  /// learnt later.
  public Page<EventView> events(
      Caller caller, EventFilter filter, ReadTime time, Page.Request page) {
    var list = "events/" + filter;
    var result =
        reads.<Page<EventView>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              var place =
                  start.place().isEmpty()
                      ? null
                      : new LogPosition(Long.parseLong(start.place().getFirst()));
              // The cursor says what the first page was asked for: later ones need not repeat it.
              boolean timed =
                  start.place().isEmpty()
                      ? time.asOf() != null
                      : start.place().getLast().equals(TIMED);
              var listing = filter.listing(start.at(), timed, place, page.limit());
              var found =
                  filter.nested()
                      ? EventGathering.merged(
                          snapshot,
                          new NestedSessions(snapshot, start.at(), caller, reading)
                              .below(filter.fields()).stream()
                                  .map(each -> NestedSessions.in(each, filter.fields()))
                                  .map(listing::with)
                                  .toList(),
                          maxPageBytes)
                      : EventGathering.of(snapshot, listing, maxPageBytes);
              return reads.page(
                  new Page.Request(page.cursor(), found.taken()),
                  start,
                  list,
                  caller,
                  found.entries(),
                  entry -> List.of(entry.position().toString(), timed ? TIMED : ""),
                  entry -> {
                    var reason = Reads.judge(entry, caller, reading);
                    return reason.allows() ? new EventView(entry, reason) : null;
                  });
            });
    reads.noteAll(caller, result.items().stream().map(EventView::reason).toList(), "events");
    return result;
  }

  /// The events after a position, oldest first, and the position up to which there is nothing more
  /// to see: what a stream goes on from.
  public Following follow(Caller caller, LogPosition after, EventFilter filter, int limit) {
    var following =
        reads.read(
            caller,
            (snapshot, reading) -> {
              var head = snapshot.head().position();
              var listing =
                  new EventListing(
                      after, head, filter.fields(), filter.from(), filter.to(), false, limit);
              var found = EventGathering.of(snapshot, listing, maxPageBytes);
              var end = head.isAfter(after) ? head : after;
              var seen = found.hasMore() ? found.takenEntries().getLast().position() : end;
              var allowed =
                  found.takenEntries().stream()
                      .filter(entry -> Reads.judge(entry, caller, reading).allows())
                      .toList();
              return new Following(allowed, seen, end);
            });
    reads.noteAll(
        caller,
        following.events().stream()
            .map(entry -> Reads.judge(entry, caller, reads.reading()))
            .toList(),
        "events/stream");
    return following;
  }

  /// Some events of a stream.
  ///
  /// @param seen everything up to here has been looked at
  /// @param head where the log ended then
  public record Following(List<LogEntry> events, LogPosition seen, LogPosition head) {

    public Following {
      events = List.copyOf(events);
    }
  }

  /// The end of the caller's log.
  public Head head(Caller caller) {
    return reads.read(caller, (snapshot, _) -> snapshot.head());
  }
}
