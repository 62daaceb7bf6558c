package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Chooses who gets to know what somebody does to entities, and what an act may say of them.
///
/// No act widens anything: an access that nobody has named is one that the entities have already or
/// that of any other write, and a name goes only where it can be read already, unless who has told
/// it says otherwise.
///
/// @param said what the caller said of access
record ActAccess(Caller caller, AccessDraft said, Stamp stamp, Facts facts) {

  /// One of the entities that an act is about.
  ///
  /// @param own its aspects that the caller sees, without those of entities that were found to be
  ///   it: that may be known to fewer
  record Party(Subject subject, List<ObjectRow> own) {

    private @Nullable ObjectRow under(Envelope envelope) {
      return own.stream()
          .filter(aspect -> aspect.envelope().equals(envelope))
          .findFirst()
          .orElse(null);
    }
  }

  Party party(Subject subject, List<ObjectRef> seen) {
    var sight = sight();
    return new Party(
        subject,
        seen.stream()
            .filter(ref -> subject.entity().equals(Aspect.entityOf(ref)))
            .map(ref -> sight.findShown(ref, facts))
            .filter(Objects::nonNull)
            .toList());
  }

  /// Where nothing is said: the first access that both have and the caller may write.
  Envelope shared(Party one, Party other) {
    if (isNothingSaid()) {
      for (var aspect : one.own()) {
        if (sight().mayWrite(aspect) && other.under(aspect.envelope()) != null) {
          return aspect.envelope();
        }
      }
    }
    return asAnyWrite();
  }

  /// Where nothing is said: the access of what is changed, if that is one, the entity has it itself
  /// and the caller may write it.
  ///
  /// @param changed the aspects in which it was said
  Envelope of(Party party, List<ObjectRow> changed) {
    var all = changed.stream().map(ObjectRow::envelope).distinct().toList();
    if (isNothingSaid() && all.size() == 1) {
      var aspect = party.under(all.getFirst());
      if (aspect != null && sight().mayWrite(aspect)) {
        return aspect.envelope();
      }
    }
    return asAnyWrite();
  }

  /// What others read of an entity is changed by those who have told something of it. Who has only
  /// done something to it has an aspect too, which is no reason.
  void requireTold(Envelope envelope, Party... parties) {
    if (caller.isAdmin() || isForCallerOnly(envelope)) {
      return;
    }
    for (var party : parties) {
      if (party.own().stream().noneMatch(this::isToldByCaller)) {
        throw notYours();
      }
    }
  }

  /// What was deleted stays so, and would hide what is said there: of two that are found to be one
  /// it would hide the other too.
  void refuseDeleted(Envelope envelope, Party... parties) {
    for (var party : parties) {
      refuseDeleted(party.subject().entity(), envelope, facts);
    }
  }

  static void refuseDeleted(EntityId entity, Envelope envelope, Facts facts) {
    if (facts.find(new TombstoneOn(Aspect.ref(entity, envelope))) != null) {
      throw new Conflict(
          "entity.deleted",
          "what was told of " + entity + " for these readers was deleted, and so would this be",
          "restore it first: POST /v1/entities/" + entity + "/restore");
    }
  }

  /// The entity as an act of this access may name it: without a name, by its id.
  Subject named(Party party, Envelope envelope) {
    var subject = party.subject();
    var naming =
        party.own().stream()
            .filter(aspect -> isNoWider(envelope, aspect.envelope()) || isToldDeliberately(aspect))
            .toList();
    if (!naming.isEmpty() && naming.size() == party.own().size()) {
      return subject;
    }
    if (naming.isEmpty() && isVisibilitySaid() && !caller.isAdmin()) {
      throw notYours();
    }
    var name =
        naming.stream()
            .map(aspect -> Tellings.latest(aspect.ref(), facts))
            .filter(Objects::nonNull)
            .reduce(Aspect::join)
            .map(Aspect::name)
            .orElse(subject.entity().value());
    return new Subject(subject.entity(), subject.type(), name);
  }

  /// The entity as something may name it that is told under several accesses at once: as under each
  /// of them, or not at all. What it is not named by, it is not called.
  Subject namedUnder(Party party, List<ObjectRow> told) {
    var subject = party.subject();
    var names =
        told.stream().map(aspect -> named(party, aspect.envelope()).name()).distinct().toList();
    var name = names.getFirst();
    boolean isNamed = names.size() == 1 && !name.equals(subject.entity().value());
    return new Subject(subject.entity(), subject.type(), isNamed ? name : "");
  }

  /// What all who get to know of an act of this access may read of an entity.
  List<ObjectRow> known(Party party, Envelope envelope) {
    return party.own().stream().filter(aspect -> isNoWider(envelope, aspect.envelope())).toList();
  }

  private boolean isToldDeliberately(ObjectRow aspect) {
    return isVisibilitySaid() && isToldByCaller(aspect);
  }

  private boolean isToldByCaller(ObjectRow aspect) {
    return sight().mayWrite(aspect)
        && Stream.concat(
                Stream.of(aspect.ref()), new Layers(aspect.ref(), facts).further().stream())
            .map(layer -> Tellings.latest(layer, facts))
            .anyMatch(known -> known != null && known.observations() > 0);
  }

  /// Whether all who may read one access may read another, which the caller may. Where it takes
  /// more than a look to know, it is not so.
  private boolean isNoWider(Envelope one, Envelope other) {
    return one.equals(other)
        || isForCallerOnly(one)
        || ((one.owner().equals(caller.principal()) || one.owner().equals(other.owner()))
            && (other.visibility() instanceof Visibility.Everybody
                || other.visibility().equals(one.visibility()))
            && (other.workspace() == null || other.workspace().equals(one.workspace()))
            && (other.indexed() || !one.indexed())
            && endsBy(one.expiresAt(), other.expiresAt()));
  }

  private static boolean endsBy(@Nullable Instant one, @Nullable Instant other) {
    return other == null || (one != null && !one.isAfter(other));
  }

  private boolean isForCallerOnly(Envelope envelope) {
    return envelope.visibility() instanceof Visibility.OwnerOnly
        && envelope.owner().equals(caller.principal());
  }

  private boolean isNothingSaid() {
    return said.equals(AccessDraft.NOTHING_SAID);
  }

  private boolean isVisibilitySaid() {
    return said.visibility() != null;
  }

  private Envelope asAnyWrite() {
    return EnvelopeChoice.choose(caller, said, null, null, stamp, facts);
  }

  private Sight sight() {
    return Sight.of(caller, stamp);
  }

  private static Forbidden notYours() {
    return new Forbidden(
        "entity.not_yours",
        "all that you see of this entity was told by others, and they choose who reads of it",
        "say it to yourself (visibility private), tell it in a payload of your own, or ask them");
  }
}
