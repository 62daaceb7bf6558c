package dev.quipu.engine.inspect;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Grounds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The dates that entities name, in their order: read out of what holds, so that it never differs
/// from that. Thread-safe.
public final class Timeline {

  /// Of a range of which only one end is told, or none.
  private static final Duration HALF = Duration.ofDays(366);

  private static final int PORTION = 100;

  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::at)
          .thenComparing(entry -> entry.entity().known().entity().value())
          .thenComparing(Entry::field);

  private final Reads reads;
  private final Catalogue catalogue;
  private final int maxLookedAt;

  public Timeline(
      Storage storage,
      InstantSource clock,
      AuditTrail audit,
      CommitSignal signal,
      Limits limits,
      Catalogue catalogue) {
    this.reads = new Reads(storage, clock, audit, signal, limits);
    this.catalogue = catalogue;
    this.maxLookedAt = limits.maxLookedAt();
  }

  /// Which dates are wanted.
  ///
  /// @param from not before; null = a year before the other end, or before now
  /// @param to before; null = a year after the other end, or after now
  public record Filter(
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable String entityType,
      @Nullable String eventType,
      @Nullable EntityId entity) {}

  /// A date of an entity.
  ///
  /// @param eventType what happens then
  /// @param value as it was told
  /// @param grounds on what it rests
  public record Entry(
      EntityView entity, String field, String eventType, Instant at, Json value, Grounds grounds) {}

  /// A page of dates, with how many there are on each day of it.
  public record Days(Page<Entry> page, SortedMap<LocalDate, Integer> counts) {}

  public Days entries(Caller caller, Filter filter, ReadTime time, Page.Request page) {
    var list = "timeline/" + filter;
    var days =
        reads.<Days>read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              var point = new Standpoint(snapshot, start.at(), caller, reading);
              var walk = new Walk(point, filter, start.place());
              walk.run(page.limit() + 1);
              var result =
                  reads.page(
                      page,
                      start,
                      list,
                      caller,
                      walk.found,
                      entry ->
                          List.of(
                              Iso8601.text(entry.at()),
                              entry.entity().known().entity().value(),
                              entry.field()),
                      entry -> entry);
              if (walk.brokenOff != null && result.nextCursor() == null) {
                var place = List.of(Iso8601.text(walk.brokenOff), "", "");
                result =
                    new Page<>(
                        result.items(), reads.cursor(start, place, caller, list), start.at());
              }
              var counts = new TreeMap<LocalDate, Integer>();
              result.items().forEach(entry -> counts.merge(dayOf(entry.at()), 1, Integer::sum));
              return new Days(result, counts);
            });
    reads.noteAll(
        caller, days.page().items().stream().map(entry -> entry.entity().reason()).toList(), list);
    return days;
  }

  private static LocalDate dayOf(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  /// Goes from day to day, and looks at the entities that name it.
  private final class Walk {

    private final Standpoint point;
    private final ActiveSchemas schemas;
    private final Filter filter;
    private final Instant from;
    private final Instant to;
    private final List<String> behind;
    private final List<Entry> found = new ArrayList<>();
    private int left = maxLookedAt;

    /// The day that was not looked at any more; null if all were.
    private @Nullable Instant brokenOff;

    Walk(Standpoint point, Filter filter, List<String> behind) {
      this.point = point;
      this.schemas = new ActiveSchemas(point.snapshot(), point.at(), catalogue);
      this.filter = filter;
      this.behind = behind;
      var now = point.at().asOf();
      var first = filter.from();
      var last = filter.to();
      this.from = first != null ? first : (last == null ? now : last).minus(HALF);
      this.to = last != null ? last : (first == null ? now : first).plus(HALF);
    }

    void run(int wanted) {
      var begin = behind.isEmpty() ? from : Instant.parse(behind.getFirst());
      var end = dayOf(to);
      for (var day = dayOf(begin); !day.isAfter(end); day = day.plusDays(1)) {
        if (left <= 0) {
          brokenOff = day.atStartOfDay(ZoneOffset.UTC).toInstant();
          return;
        }
        var entries = new ArrayList<Entry>();
        for (var entity : entitiesOn(day)) {
          entriesOf(entity, day, entries);
        }
        entries.sort(ORDER);
        entries.stream().filter(this::isBehind).forEach(found::add);
        if (found.size() >= wanted) {
          return;
        }
      }
    }

    private boolean isBehind(Entry entry) {
      if (behind.isEmpty()) {
        return true;
      }
      int order = entry.at().compareTo(Instant.parse(behind.get(0)));
      if (order == 0) {
        order = entry.entity().known().entity().value().compareTo(behind.get(1));
      }
      return order > 0 || (order == 0 && entry.field().compareTo(behind.get(2)) > 0);
    }

    private List<EntityView> entitiesOn(LocalDate day) {
      left--;
      var fields = new HashMap<String, String>();
      fields.put(Aspect.TIMELINE, day.toString());
      if (filter.entity() != null) {
        fields.put(Aspect.ENTITY, filter.entity().value());
      }
      if (filter.entityType() != null) {
        fields.put(Aspect.TYPE, filter.entityType());
      }
      var listed = new Listed(point, new ObjectListing(ObjectType.MEMORY, fields, null, PORTION));
      var entities = new ArrayList<EntityView>();
      for (var view = listed.next(); view != null; view = listed.next()) {
        left--;
        entities.add(Entities.view(view, schemas));
      }
      return entities;
    }

    private void entriesOf(EntityView view, LocalDate day, List<Entry> into) {
      var schema = view.schema();
      var provenance = view.known().cells().provenance(schema);
      for (var field : view.snapshot().members().entrySet()) {
        var at = Aspect.timeOf(field.getValue());
        var grounds = provenance.get(field.getKey());
        if (at == null || grounds == null || !dayOf(at).equals(day)) {
          continue;
        }
        var type = schema.eventOf(field.getKey());
        boolean wanted = filter.eventType() == null || filter.eventType().equals(type);
        if (wanted && !at.isBefore(from) && at.isBefore(to)) {
          into.add(new Entry(view, field.getKey(), type, at, field.getValue(), grounds));
        }
      }
    }
  }
}
