package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.List;
import java.util.Objects;

/// Accepts what is done to entities.
///
/// What somebody says of an entity has an access of its own, like a payload: those who may not see
/// it know nothing of it, and nobody's own data is touched by what others say.
final class EntityDecisions {

  Decision act(Caller caller, Command.ActOnEntity command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var sight = Sight.of(caller, stamp);
    var subject = command.subject();
    boolean restores = command.wish() instanceof EntityWish.Restore;
    if (!restores) {
      requireSeen(command.seen(), sight, facts);
    }
    return switch (command.wish()) {
      case EntityWish.Correct(var fields) ->
          said(caller, new EntityAct.Correct(subject, fields), command, stamp, facts);
      case EntityWish.Withdraw(var field, var correction) ->
          said(caller, new EntityAct.Withdraw(subject, field, correction), command, stamp, facts);
      case EntityWish.Delete() -> {
        var own = writable(command.seen(), sight, facts);
        yield recorded(caller, new EntityAct.Delete(subject, refs(own)), own, stamp);
      }
      case EntityWish.Restore() -> {
        var own =
            writable(command.seen(), sight, facts).stream()
                .filter(object -> facts.find(new TombstoneOn(object.ref())) != null)
                .toList();
        if (own.isEmpty()) {
          throw new Conflict(
              "entity.not_deleted", "nothing of this entity is deleted", "there is nothing to do");
        }
        yield recorded(caller, new EntityAct.Restore(subject, refs(own)), own, stamp);
      }
      case EntityWish.Merge(var into, var seen, var reason) -> {
        requireSeen(seen, sight, facts);
        requireOther(subject, into, "/into");
        if (!subject.type().equals(into.type())) {
          throw new Invalid(
              "/into",
              "entity.other_type",
              "Entities of one type can be one: this is a "
                  + subject.type()
                  + ", and that a "
                  + into.type()
                  + ".");
        }
        yield said(caller, new EntityAct.Merge(subject, into, reason), command, stamp, facts);
      }
      case EntityWish.Unmerge(var from) -> {
        requireOther(subject, from, "/from");
        yield said(caller, new EntityAct.Unmerge(subject, from), command, stamp, facts);
      }
      case EntityWish.Split(var into, var observations, var reason) -> {
        var moving =
            new SplitDecisions(caller, command.seen(), stamp, facts).moving(observations, into);
        yield recorded(
            caller,
            new EntityAct.Split(subject, into, moving.moves(), reason),
            moving.left(),
            stamp);
      }
      case EntityWish.Relate(var type, var to, var seen) -> {
        requireSeen(seen, sight, facts);
        if (to.entity().equals(subject.entity())) {
          throw new Invalid("/target_entity_id", "edge.loop", "An edge joins two things.");
        }
        yield said(caller, new EntityAct.Relate(subject, type, to), command, stamp, facts);
      }
    };
  }

  private static void requireOther(Subject one, Subject other, String at) {
    if (other.entity().equals(one.entity())) {
      throw new Invalid(at, "entity.same", "Name another entity: this one is itself already.");
    }
  }

  private static void requireSeen(List<ObjectRef> aspects, Sight sight, Facts facts) {
    if (aspects.stream().noneMatch(ref -> sight.findShown(ref, facts) != null)) {
      throw new NotFound("entity.not_found", "there is no entity with this id");
    }
  }

  private static List<ObjectRow> writable(List<ObjectRef> aspects, Sight sight, Facts facts) {
    var own =
        aspects.stream()
            .map(ref -> facts.find(new ObjectOf(ref)))
            .filter(Objects::nonNull)
            .filter(object -> sight.sees(object) && sight.mayWrite(object))
            .toList();
    if (own.isEmpty()) {
      throw new Forbidden(
          "entity.not_yours",
          "all that you see of this entity was told by others",
          "ask them, or a tenant admin");
    }
    return own;
  }

  private static List<ObjectRef> refs(List<ObjectRow> objects) {
    return objects.stream().map(ObjectRow::ref).toList();
  }

  /// Where nothing is said of access, it is as that of the first aspect that the caller may write:
  /// whoever sees what is put right sees that it is.
  private static Decision said(
      Caller caller, EntityAct act, Command.ActOnEntity command, Stamp stamp, Facts facts) {
    return accepted(caller, act, envelope(caller, command, stamp, facts), stamp);
  }

  private static Envelope envelope(
      Caller caller, Command.ActOnEntity command, Stamp stamp, Facts facts) {
    if (command.access().equals(AccessDraft.NOTHING_SAID)) {
      var sight = Sight.of(caller, stamp);
      for (var ref : command.seen()) {
        var object = sight.findShown(ref, facts);
        if (object != null && sight.mayWrite(object)) {
          return object.envelope();
        }
      }
    }
    return EnvelopeChoice.choose(caller, command.access(), null, null, stamp, facts);
  }

  private static Decision recorded(Caller caller, EntityAct act, List<ObjectRow> own, Stamp stamp) {
    return accepted(caller, act, own.getFirst().envelope(), stamp);
  }

  private static Decision accepted(Caller caller, EntityAct act, Envelope envelope, Stamp stamp) {
    return new Decision.Accepted(
        new OwnEvent(
                caller.tenant(),
                act.eventType(),
                caller.agent(),
                null,
                act.toPayload(),
                "quipu",
                envelope)
            .by(caller, stamp));
  }

  /// The aspect in which something is said of an entity.
  static ObjectRef aspectOf(Subject subject, Envelope envelope) {
    return Aspect.ref(subject.entity(), envelope);
  }
}
