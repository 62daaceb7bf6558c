package dev.quipu.engine.inspect;

import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Json;
import dev.quipu.model.payload.Correction;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Grounds;
import dev.quipu.model.payload.NamedTime;
import dev.quipu.model.payload.Told;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// Every date that was ever told of an entity, whether it holds or another has taken its place.
/// Thread-safe.
public final class DateHistory {

  private final Observations observations;
  private final Entities entities;

  public DateHistory(Observations observations, Entities entities) {
    this.observations = observations;
    this.entities = entities;
  }

  /// A date as somebody tells it.
  ///
  /// @param grounds the observation or the correction
  /// @param eventType what happens then
  /// @param superseded whether something else holds by now
  public record ToldDate(
      Grounds grounds,
      String field,
      String eventType,
      Instant at,
      Json value,
      boolean superseded) {}

  /// What was told, with the entity as it is now.
  public record Dates(EntityView entity, Page<ToldDate> page) {}

  /// Observed dates in the order in which they were told, and behind the last of them the corrected
  /// ones in theirs; a page covers so many submissions, however many dates they tell.
  public Dates of(Caller caller, EntityId id, ReadTime time, Page.Request request) {
    var entity = entities.entity(caller, id, time).value();
    var holding = holding(entity);
    var page = observations.of(caller, id, time, request);
    var told = new ArrayList<ToldDate>();
    for (var seen : page.items()) {
      var observation = seen.observation();
      new TreeMap<>(observation.fields().members())
          .forEach(
              (field, value) ->
                  add(
                      new Grounds.Observed(new Told(observation.stamp(), value)),
                      field,
                      value,
                      entity,
                      holding,
                      told));
    }
    if (page.nextCursor() == null) {
      entity.known().cells().cells().values().stream()
          .flatMap(cell -> cell.corrections().values().stream())
          .sorted(Comparator.comparing(Correction::position).thenComparing(Correction::id))
          .forEach(
              correction ->
                  add(
                      new Grounds.Corrected(correction),
                      correction.field(),
                      correction.value(),
                      entity,
                      holding,
                      told));
    }
    return new Dates(entity, new Page<>(told, page.nextCursor(), page.at()));
  }

  private static void add(
      Grounds grounds,
      String field,
      Json value,
      EntityView entity,
      Set<String> holding,
      List<ToldDate> into) {
    var at = NamedTime.of(value);
    if (at != null) {
      boolean superseded = !holding.contains(key(field, grounds));
      into.add(new ToldDate(grounds, field, entity.schema().eventOf(field), at, value, superseded));
    }
  }

  /// What each field rests on.
  private static Set<String> holding(EntityView entity) {
    var holding = new HashSet<String>();
    entity
        .known()
        .cells()
        .provenance(entity.schema())
        .forEach((field, grounds) -> holding.add(key(field, grounds)));
    return holding;
  }

  private static String key(String field, Grounds grounds) {
    var by =
        switch (grounds) {
          case Grounds.Observed(var told) -> told.stamp().observation();
          case Grounds.Corrected(var correction) -> correction.id();
          case Grounds.Merged _ -> ""; // an array names no time
        };
    return by + " " + field;
  }
}
