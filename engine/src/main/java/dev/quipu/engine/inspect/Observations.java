package dev.quipu.engine.inspect;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.inspect.Payloads.Seen;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.SubmittedPayload;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Reads what was said of an entity, under whichever of its names. Thread-safe.
public final class Observations {

  private static final String TIMED = "as_of";

  private final Reads reads;
  private final long maxPageBytes;

  public Observations(
      Storage storage, InstantSource clock, AuditTrail audit, CommitSignal signal, Limits limits) {
    this.reads = new Reads(storage, clock, audit, signal, limits);
    this.maxPageBytes = limits.maxPageBytes();
  }

  /// A submission with those of its observations that are of the entity.
  private record Telling(PayloadView in, List<Seen> observations) {

    static Telling of(PayloadView view, List<EntityId> names) {
      return new Telling(
          view,
          Payloads.in(view).stream()
              .filter(seen -> names.contains(seen.observation().entity()))
              .toList());
    }
  }

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
              var names = WholeEntities.namesOf(entity, snapshot, start.at());
              if (names.isEmpty()) {
                throw Entities.absent();
              }
              boolean first = start.place().isEmpty();
              var place = first ? null : new LogPosition(Long.parseLong(start.place().getFirst()));
              boolean timed = first ? time.asOf() != null : start.place().getLast().equals(TIMED);
              var gathered =
                  EventGathering.merged(
                      snapshot,
                      names.stream()
                          .map(Observations::about)
                          .map(filter -> filter.listing(start.at(), timed, place, page.limit()))
                          .toList(),
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
                        ? Telling.of(PayloadView.of(new EventView(entry, reason)), names)
                        : null;
                  });
            });
    reads.noteAll(caller, found.items().stream().map(each -> each.in().reason()).toList(), list);
    return new Page<>(
        found.items().stream().flatMap(each -> each.observations().stream()).toList(),
        found.nextCursor(),
        found.at());
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
