package dev.quipu.engine.inspect;

import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Json;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Grounds;
import java.time.Instant;
import java.util.ArrayList;
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

  /// A date as an observation tells it.
  ///
  /// @param eventType what happens then
  /// @param superseded whether something else holds by now
  public record Told(
      Payloads.Seen seen,
      String field,
      String eventType,
      Instant at,
      Json value,
      boolean superseded) {}

  /// What was told, with the entity as it is now.
  public record Dates(EntityView entity, Page<Told> page) {}

  /// Dates in the order in which they were told; a page covers so many submissions, however many
  /// dates they tell.
  public Dates of(Caller caller, EntityId id, ReadTime time, Page.Request request) {
    var entity = entities.entity(caller, id, time).value();
    var holding = holding(entity);
    var page = observations.of(caller, id, time, request);
    var told = new ArrayList<Told>();
    page.items().forEach(seen -> add(seen, entity, holding, told));
    return new Dates(entity, new Page<>(told, page.nextCursor(), page.at()));
  }

  /// Which observation each field rests on.
  private static Set<String> holding(EntityView entity) {
    var holding = new HashSet<String>();
    entity
        .known()
        .cells()
        .provenance(entity.schema())
        .forEach(
            (field, grounds) -> {
              if (grounds instanceof Grounds.Observed(var told)) {
                holding.add(key(field, told.stamp().observation()));
              }
            });
    return holding;
  }

  private static String key(String field, String observation) {
    return observation + " " + field;
  }

  private static void add(
      Payloads.Seen seen, EntityView entity, Set<String> holding, List<Told> into) {
    var observation = seen.observation();
    new TreeMap<>(observation.fields().members())
        .forEach(
            (field, value) -> {
              var at = Aspect.timeOf(value);
              if (at != null) {
                var event = entity.schema().eventOf(field);
                boolean superseded = !holding.contains(key(field, observation.id()));
                into.add(new Told(seen, field, event, at, value, superseded));
              }
            });
  }
}
