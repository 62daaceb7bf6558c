package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.Merges;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    var access = new ActAccess(caller, command.access(), stamp, facts);
    var self = access.party(subject, command.seen());
    return switch (command.wish()) {
      case EntityWish.Correct(var fields, var told) -> {
        var envelope = access.of(self, shown(told, sight, facts));
        access.requireTold(envelope, self);
        access.refuseDeleted(envelope, self);
        var named = access.named(self, envelope);
        var since =
            new PutRight(facts, stamp)
                .since(fields, access.known(self, envelope), subject.entity(), envelope);
        yield accepted(caller, new EntityAct.Correct(named, fields, since), envelope, stamp);
      }
      case EntityWish.Withdraw(var field, var correction) -> {
        var holding = holding(correction, self, facts);
        var envelope = access.of(self, holding);
        if (holding.stream().noneMatch(aspect -> aspect.envelope().equals(envelope))) {
          access.requireTold(envelope, self);
        }
        access.refuseDeleted(envelope, self);
        var named = access.named(self, envelope);
        var since = new PutRight(facts, stamp).sinceOf(correction);
        var act = new EntityAct.Withdraw(named, field, correction, since);
        yield accepted(caller, act, envelope, stamp);
      }
      case EntityWish.Delete() -> {
        var own = writable(command.seen(), sight, facts);
        var named = access.named(self, own.getFirst().envelope());
        yield recorded(caller, new EntityAct.Delete(named, refs(own)), own, stamp);
      }
      case EntityWish.Restore(var deletions) -> restored(caller, deletions, stamp, facts);
      case EntityWish.Merge(var into, var seen, var reason) -> {
        requireSeen(seen, sight, facts);
        requireOther(subject, into, "/into");
        var other = access.party(into, seen);
        requireUnmerged(self, facts);
        requireUnmerged(other, facts);
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
        var envelope = access.shared(self, other);
        access.requireTold(envelope, self, other);
        access.refuseDeleted(envelope, self, other);
        var act =
            new EntityAct.Merge(
                access.named(self, envelope), access.named(other, envelope), reason);
        yield accepted(caller, act, envelope, stamp);
      }
      case EntityWish.Unmerge(var from, var seen) -> {
        requireSeen(seen, sight, facts);
        requireOther(subject, from, "/from");
        var other = access.party(from, seen);
        var merge = requireMerged(other, subject, facts);
        var envelope = access.of(self, List.of(merge));
        if (!envelope.equals(merge.envelope())) {
          access.requireTold(envelope, self, other);
        }
        access.refuseDeleted(envelope, self, other);
        var act =
            new EntityAct.Unmerge(access.named(self, envelope), access.named(other, envelope));
        yield accepted(caller, act, envelope, stamp);
      }
      case EntityWish.Split(var into, var seen, var observations, var reason) -> {
        var moving =
            new SplitDecisions(caller, command.seen(), stamp, facts).moving(observations, into);
        var named = access.named(self, moving.left().getFirst().envelope());
        var other =
            seen.isEmpty() ? into : access.namedUnder(access.party(into, seen), moving.left());
        var act = new EntityAct.Split(named, other, moving.moves(), reason);
        yield recorded(caller, act, moving.left(), stamp);
      }
      case EntityWish.Relate(var type, var to, var seen) -> {
        requireSeen(seen, sight, facts);
        if (to.entity().equals(subject.entity())) {
          throw new Invalid("/target_entity_id", "edge.loop", "An edge joins two things.");
        }
        var known = related(command.seen(), type, seen, sight, facts);
        if (known != null) {
          yield new Decision.Repeated(known);
        }
        var other = access.party(to, seen);
        var envelope = access.shared(self, other);
        access.refuseDeleted(envelope, self, other);
        var act =
            new EntityAct.Relate(access.named(self, envelope), type, access.named(other, envelope));
        yield accepted(caller, act, envelope, stamp);
      }
    };
  }

  /// Lifts what is left of the latest deletion of which the caller may lift something: what others
  /// have deleted since is theirs, and keeps nobody from their own.
  private static Decision restored(
      Caller caller, List<EntityAct.Delete> deletions, Stamp stamp, Facts facts) {
    var sight = Sight.of(caller, stamp);
    boolean isDeleted = false;
    for (var deletion : deletions) {
      var left =
          deletion.aspects().stream()
              .map(ref -> facts.find(new ObjectOf(ref)))
              .filter(Objects::nonNull)
              .filter(sight::sees)
              .filter(object -> facts.find(new TombstoneOn(object.ref())) != null)
              .toList();
      var own = left.stream().filter(sight::mayWrite).toList();
      if (!own.isEmpty()) {
        var act = new EntityAct.Restore(deletion.subject(), refs(own));
        return recorded(caller, act, own, stamp);
      }
      isDeleted |= !left.isEmpty();
    }
    if (isDeleted) {
      throw notYours();
    }
    throw new Conflict(
        "entity.not_deleted", "nothing of this entity is deleted", "there is nothing to do");
  }

  /// The entry that has made a relationship of this type which the caller sees already; null if
  /// there is none. Relationships are between aspects of one access; of an end that was not named
  /// there may be nothing else to see in it.
  private static @Nullable LogEntry related(
      List<ObjectRef> sources, String type, List<ObjectRef> targets, Sight sight, Facts facts) {
    var edgeType = Objects.requireNonNull(EdgeType.of(type), type);
    for (var ends : Aspect.pairs(sources, targets)) {
      var edge =
          sight.find(ends.source(), facts) == null || sight.find(ends.target(), facts) == null
              ? null
              : sight.findShown(
                  DerivedId.relationshipOf(ends.source(), edgeType, ends.target()), facts);
      if (edge != null && facts.find(new LineAt(edge.created())) instanceof LogEntry entry) {
        return entry;
      }
    }
    return null;
  }

  private static void requireOther(Subject one, Subject other, String at) {
    if (other.entity().equals(one.entity())) {
      throw new Invalid(at, "entity.same", "Name another entity: this one is itself already.");
    }
  }

  /// One thing is not two others, and no two are each other.
  private static void requireUnmerged(ActAccess.Party party, Facts facts) {
    var survivors =
        party.own().stream()
            .map(aspect -> Tellings.latest(aspect.ref(), facts))
            .filter(Objects::nonNull)
            .map(Aspect::merges)
            .reduce(Merges.NONE, Merges::join)
            .survivors();
    if (!survivors.isEmpty()) {
      throw new Conflict(
          "entity.merged",
          party.subject().entity() + " is " + survivors.getFirst() + " already",
          "merge that one, or take the merge back first");
    }
  }

  /// The aspect in which it was last said that one is the other, which holds by now.
  private static ObjectRow requireMerged(ActAccess.Party party, Subject survivor, Facts facts) {
    Merges.Word last = null;
    ObjectRow saying = null;
    for (var aspect : party.own()) {
      var known = Tellings.latest(aspect.ref(), facts);
      var word = known == null ? null : known.merges().into().get(survivor.entity().value());
      if (word != null && (last == null || word.position() > last.position())) {
        last = word;
        saying = aspect;
      }
    }
    if (last == null || saying == null || !last.holds()) {
      throw new Conflict(
          "entity.not_merged",
          party.subject().entity() + " was not found to be " + survivor.entity(),
          "name the survivor in the path, and as from the one that is to stand alone");
    }
    return saying;
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
      throw notYours();
    }
    return own;
  }

  private static Forbidden notYours() {
    return new Forbidden(
        "entity.not_yours",
        "all that you see of this entity was told by others",
        "ask them, or a tenant admin");
  }

  private static List<ObjectRef> refs(List<ObjectRow> objects) {
    return objects.stream().map(ObjectRow::ref).toList();
  }

  private static List<ObjectRow> shown(List<ObjectRef> aspects, Sight sight, Facts facts) {
    return aspects.stream()
        .map(ref -> sight.findShown(ref, facts))
        .filter(Objects::nonNull)
        .toList();
  }

  /// The aspects that a correction was said in.
  private static List<ObjectRow> holding(String correction, ActAccess.Party party, Facts facts) {
    return party.own().stream()
        .filter(
            aspect -> {
              var known = Tellings.latest(aspect.ref(), facts);
              return known != null && known.cells().correction(correction) != null;
            })
        .toList();
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
