package dev.quipu.engine.inspect;

import dev.quipu.engine.inspect.Payloads.Seen;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.access.Caller;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Splits;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.At;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads what was said of an entity, under whichever of its names. Thread-safe.
public final class Observations {

  private static final String TIMED = "as_of";

  private final Reads reads;
  private final Payloads payloads;
  private final long maxPageBytes;

  public Observations(ReadPorts ports, Payloads payloads) {
    this.reads = new Reads(ports);
    this.payloads = payloads;
    this.maxPageBytes = ports.limits().maxPageBytes();
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
      var aspects = WholeEntities.aspectsOf(snapshot);
      var found = aspects.of(entity, at);
      if (found.aspects().isEmpty()) {
        throw Entities.absent();
      }
      return new Made(found.names(), splitsOf(found.names(), aspects, at));
    }

    /// The same, and of one of which nothing is left what was made for it and has gone elsewhere.
    static Made orLeft(EntityId entity, Snapshot snapshot, At at) {
      var aspects = WholeEntities.aspectsOf(snapshot);
      var names = aspects.of(entity, at).names();
      return new Made(names, splitsOf(names, aspects, at));
    }

    /// Also those that are known to aspects of which nothing else is left.
    private static Splits splitsOf(List<EntityId> names, Aspects aspects, At at) {
      return names.stream()
          .map(name -> aspects.splitsOf(name, at))
          .reduce(Splits.NONE, Splits::join);
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
    var all = new Payloads.Filter(Map.of(), null, null, false);
    var list = new Wanted("observations/" + entity, all, Made::of);
    var found = tellings(caller, entity, list, time, page);
    return new Page<>(
        found.items().stream().flatMap(each -> each.observations().stream()).toList(),
        found.nextCursor(),
        found.at());
  }

  /// The submissions that have an observation of an entity, under whichever of its names.
  public Page<PayloadView> submissions(
      Caller caller, EntityId entity, Payloads.Filter filter, ReadTime time, Page.Request page) {
    var list = new Wanted("payloads/" + entity + filter.events(), filter, Made::orLeft);
    var found = tellings(caller, entity, list, time, page);
    return new Page<>(
        found.items().stream()
            .filter(each -> !each.observations().isEmpty())
            .map(Telling::in)
            .toList(),
        found.nextCursor(),
        found.at());
  }

  /// A list of submissions about an entity.
  ///
  /// @param name that its cursors belong to
  private record Wanted(String name, Payloads.Filter filter, Look look) {}

  private interface Look {
    Made of(EntityId entity, Snapshot snapshot, At at);
  }

  private Page<Telling> tellings(
      Caller caller, EntityId entity, Wanted list, ReadTime time, Page.Request page) {
    var found =
        reads.<Page<Telling>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list.name(), caller, time, snapshot, reading);
              var made = list.look().of(entity, snapshot, start.at());
              boolean first = start.place().isEmpty();
              var place = first ? null : new LogPosition(Long.parseLong(start.place().getFirst()));
              boolean timed = first ? time.asOf() != null : start.place().getLast().equals(TIMED);
              var listings =
                  made.names().stream()
                      .map(name -> list.filter().about(name))
                      .map(filter -> filter.listing(start.at(), timed, place, page.limit()))
                      .toList();
              var others = others(made, snapshot, list.filter(), listings.getFirst());
              var gathered = EventGathering.merged(snapshot, listings, others, maxPageBytes);
              return reads.page(
                  new Page.Request(page.cursor(), gathered.taken()),
                  start,
                  list.name(),
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
    reads.noteAll(
        caller, found.items().stream().map(each -> each.in().reason()).toList(), list.name());
    return found;
  }

  /// The entries of observations that were made for others, in the order and within the bounds of a
  /// listing; one more than it has.
  private static List<LogEntry> others(
      Made made, Snapshot snapshot, Payloads.Filter filter, EventListing listing) {
    var found = made.found().subMap(listing.after().value(), false, listing.upTo().value(), true);
    var others = new ArrayList<LogEntry>();
    for (var id : (listing.newestFirst() ? found.descendingMap() : found).values()) {
      var event = SubmittedPayload.eventOfObservation(id);
      var entry = event == null ? null : snapshot.event(event);
      if (entry != null && isWithin(listing, entry) && filter.holds(entry)) {
        others.add(entry);
      }
      if (others.size() > listing.limit()) {
        break;
      }
    }
    return others;
  }

  private static boolean isWithin(EventListing listing, LogEntry entry) {
    var time = entry.event().eventTime();
    var from = listing.from();
    var to = listing.to();
    return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
  }

  private static List<String> placeOf(LogEntry entry, boolean timed) {
    return List.of(entry.position().toString(), timed ? TIMED : "");
  }
}
