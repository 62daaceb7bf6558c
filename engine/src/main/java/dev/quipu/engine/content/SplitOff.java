package dev.quipu.engine.content;

import dev.quipu.engine.compile.EntityWish;
import dev.quipu.engine.inspect.Entities;
import dev.quipu.engine.inspect.Observations;
import dev.quipu.engine.inspect.Payloads;
import dev.quipu.engine.inspect.Payloads.Seen;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds out which observations are to be split from an entity, and what they speak of instead.
///
/// Takes what a caller says, gives ids: whether it may do so is decided where it is written.
public record SplitOff(Entities entities, Payloads payloads, Observations observations) {

  /// What a caller wants.
  ///
  /// @param observations their ids
  /// @param payloads whose observations of the entity are meant, all of them
  /// @param into the entity that they speak of; null = the one of that name
  /// @param type null = that of the entity that they are split from
  public record Wanted(
      List<String> observations,
      List<String> payloads,
      @Nullable EntityId into,
      @Nullable String name,
      @Nullable String type,
      String reason) {

    public Wanted {
      observations = List.copyOf(observations);
      payloads = List.copyOf(payloads);
    }
  }

  EntityWish.Split wish(Caller caller, Entities.Standing standing, Wanted wanted) {
    var ids = new LinkedHashSet<>(wanted.observations());
    ids.addAll(inPayloads(caller, standing.subject().entity(), wanted));
    var into = into(caller, standing.subject(), wanted, ids);
    return new EntityWish.Split(into.subject(), into.aspects(), List.copyOf(ids), wanted.reason());
  }

  private List<String> inPayloads(Caller caller, EntityId entity, Wanted wanted) {
    var violations = new Violations();
    var ids = new ArrayList<String>();
    for (int i = 0; i < wanted.payloads().size(); i++) {
      var payload = payloads.find(caller, wanted.payloads().get(i), ReadTime.NOW);
      var of =
          payload == null
              ? List.<Seen>of()
              : payloads.parts(caller, payload, ReadTime.NOW).stream()
                  .flatMap(part -> observations.of(caller, entity, part).stream())
                  .toList();
      if (of.isEmpty()) {
        violations.add(
            Pointer.ROOT.child("payloads").child(i),
            "payload.unknown",
            "There is no such payload that speaks of this entity.");
      }
      of.forEach(seen -> ids.add(seen.observation().id()));
    }
    violations.throwIfAny();
    return ids;
  }

  /// What they speak of, with what the caller sees of it if it is named by its id.
  private Entities.Standing into(
      Caller caller, Subject subject, Wanted wanted, LinkedHashSet<String> ids) {
    var name = wanted.name();
    if (name != null) {
      var type = wanted.type() == null ? subject.type() : wanted.type();
      var entity = EntityId.of(type, EntityName.normal(type, name));
      return new Entities.Standing(new Subject(entity, type, name), List.of());
    }
    var into = wanted.into();
    if (into == null) {
      throw new Invalid("/into", "field.required", "Say what they speak of: into, or name.");
    }
    try {
      return entities.standing(caller, into);
    } catch (NotFound e) {
      return new Entities.Standing(madeFor(caller, into, ids), List.of());
    }
  }

  /// Nothing may be left of the entity that they were made for: back they can come.
  private Subject madeFor(Caller caller, EntityId into, LinkedHashSet<String> ids) {
    for (var id : ids) {
      var seen = find(caller, id);
      if (seen != null && seen.observation().entity().equals(into)) {
        return new Subject(into, seen.observation().entityType(), seen.said().name());
      }
    }
    throw new Invalid("/into", "entity.unknown", "There is no such entity.");
  }

  /// Null if there is none for the caller: it is refused by name where that is decided.
  private @Nullable Seen find(Caller caller, String observation) {
    try {
      return payloads.observation(caller, observation, ReadTime.NOW);
    } catch (NotFound e) {
      return null;
    }
  }
}
