package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Grounds;
import dev.quipu.model.payload.NamedTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The dates that entities name, in their order: read out of what holds, so that it never differs
/// from that. Thread-safe.
public final class Timeline {

  /// Of a range of which only one end is told, or none. Of one entity all dates are looked at.
  private static final Duration HALF = Duration.ofDays(366);

  private static final int PORTION = 100;

  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::at)
          .thenComparing(entry -> entry.entity().known().entity().value())
          .thenComparing(Entry::field);

  private final Reads reads;
  private final int maxLookedAt;

  public Timeline(ReadPorts ports) {
    this.reads = new Reads(ports);
    this.maxLookedAt = ports.limits().maxLookedAt();
  }

  /// Which dates are wanted.
  ///
  /// @param from not before; null = a year before the other end, or before now; of one entity any
  /// @param to before; null = a year after the other end, or after now; of one entity any
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

  /// A page of dates, with how many there are on each of its days, on this page or another.
  ///
  /// @param from of what was looked through, be it told or not; null = without a bound
  /// @param to before; null = without a bound
  public record Days(
      Page<Entry> page,
      SortedMap<LocalDate, Integer> counts,
      @Nullable Instant from,
      @Nullable Instant to) {}

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
              for (var entry : result.items()) {
                var day = dayOf(entry.at());
                counts.put(day, walk.counts.getOrDefault(day, 0));
              }
              return new Days(result, counts, walk.from, walk.to);
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
    private final Filter filter;
    private final @Nullable Instant from;
    private final @Nullable Instant to;
    private final List<String> behind;
    private final List<Entry> found = new ArrayList<>();
    private final Map<LocalDate, Integer> counts = new HashMap<>();
    private int left = maxLookedAt;

    /// The day that was not looked at any more; null if all were.
    private @Nullable Instant brokenOff;

    Walk(Standpoint point, Filter filter, List<String> behind) {
      this.point = point;
      this.filter = filter;
      this.behind = behind;
      var now = point.at().asOf();
      var first = filter.from();
      var last = filter.to();
      boolean ofOne = filter.entity() != null;
      this.from = first != null || ofOne ? first : (last == null ? now : last).minus(HALF);
      this.to = last != null || ofOne ? last : (first == null ? now : first).plus(HALF);
    }

    void run(int wanted) {
      if (from == null || to == null || filter.entity() != null) {
        ofOne(Objects.requireNonNull(filter.entity()));
      } else {
        ofAll(behind.isEmpty() ? from : Instant.parse(behind.getFirst()), to, wanted);
      }
    }

    private void ofAll(Instant begin, Instant before, int wanted) {
      var end = dayOf(before);
      for (var day = dayOf(begin); !day.isAfter(end); day = day.plusDays(1)) {
        if (left <= 0) {
          brokenOff = day.atStartOfDay(ZoneOffset.UTC).toInstant();
          return;
        }
        var entries = new ArrayList<Entry>();
        for (var entity : entitiesOn(day)) {
          entriesOf(entity, day, entries);
        }
        add(entries);
        if (found.size() >= wanted) {
          return;
        }
      }
    }

    /// All dates of an entity, which is looked at once.
    private void ofOne(EntityId id) {
      var view = point.view(point.snapshot().object(id.memory(), point.at()));
      if (view == null) {
        return;
      }
      var entity = Entities.view(view, point.snapshot(), point.at());
      if (filter.entityType() == null || filter.entityType().equals(entity.known().type())) {
        var entries = new ArrayList<Entry>();
        entriesOf(entity, null, entries);
        add(entries);
      }
    }

    /// @param entries all of the days that they are on
    private void add(List<Entry> entries) {
      entries.sort(ORDER);
      entries.forEach(entry -> counts.merge(dayOf(entry.at()), 1, Integer::sum));
      entries.stream().filter(this::isBehind).forEach(found::add);
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
      fields.put(AspectBody.TIMELINE, day.toString());
      if (filter.entityType() != null) {
        fields.put(AspectBody.TYPE, filter.entityType());
      }
      var listed = new Listed(point, new ObjectListing(ObjectType.MEMORY, fields, null, PORTION));
      var entities = new ArrayList<EntityView>();
      for (var view = listed.next(); view != null; view = listed.next()) {
        left--;
        entities.add(Entities.view(view, point.snapshot(), point.at()));
      }
      return entities;
    }

    /// @param day that they are on; null = any
    private void entriesOf(EntityView view, @Nullable LocalDate day, List<Entry> into) {
      var schema = view.schema();
      var provenance = view.known().cells().provenance(schema);
      for (var field : view.snapshot().members().entrySet()) {
        var at = NamedTime.of(field.getValue());
        var grounds = provenance.get(field.getKey());
        if (at == null || grounds == null || (day != null && !dayOf(at).equals(day))) {
          continue;
        }
        var type = schema.eventOf(field.getKey());
        boolean wanted = filter.eventType() == null || filter.eventType().equals(type);
        if (wanted && (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to))) {
          into.add(new Entry(view, field.getKey(), type, at, field.getValue(), grounds));
        }
      }
    }
  }
}
