package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.Cells;
import dev.quipu.model.payload.Correction;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.Merges;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.TombstoneOn;
import java.time.Instant;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What follows from acts on entities.
final class EntityActs {

  private final Making making;
  private final Compiling compiling;

  EntityActs(Making making) {
    this.making = making;
    this.compiling = new Compiling(making);
  }

  void apply(EntityAct act) {
    var event = making.recorded().event().eventId();
    making.views().list(event, PayloadKey.ENTITY, act.subject().entity().value());
    switch (act) {
      case EntityAct.Correct correct -> correct(correct);
      case EntityAct.Withdraw(var subject, var field, var correction, var since) ->
          compiling.learn(
              mentioned(subject).with(Cells.EMPTY.withdrawing(field, correction)), since(since));
      case EntityAct.Delete(var _, var aspects) -> aspects.forEach(this::delete);
      case EntityAct.Restore(var _, var aspects) -> aspects.forEach(this::restore);
      case EntityAct.Merge(var subject, var into, var _) -> merge(subject, into, true);
      case EntityAct.Unmerge(var subject, var from) -> merge(from, subject, false);
      case EntityAct.Relate(var subject, var type, var to) -> relate(subject, type, to);
      case EntityAct.Split split -> new Splitting(making).split(split);
    }
  }

  private void correct(EntityAct.Correct act) {
    var event = making.recorded().event();
    var cells = Cells.EMPTY;
    int number = 0;
    // Sorted: what is replayed has lost the order in which it was sent.
    for (var field : new TreeMap<>(act.fields().members()).entrySet()) {
      var id = EntityAct.correctionId(event.eventId(), number++);
      cells =
          cells.with(
              new Correction(
                  id,
                  field.getKey(),
                  field.getValue(),
                  making.recorded().position(),
                  event.visibleTime(),
                  making.recorded().recordedBy().toString()));
    }
    compiling.learn(mentioned(act.subject()).with(cells), since(act.since()));
  }

  private Instant since(@Nullable Instant said) {
    return said == null ? making.recorded().event().since() : said;
  }

  private void delete(ObjectRef aspect) {
    if (!isDeleted(aspect)) {
      making.views().delete(aspect);
    }
    for (var layer : new Layers(aspect, making.facts()).further()) {
      if (!isDeleted(layer)) {
        making.views().deleteUntold(layer);
      }
    }
  }

  private void restore(ObjectRef aspect) {
    making.views().restore(aspect);
    for (var layer : new Layers(aspect, making.facts()).further()) {
      if (isDeleted(layer)) {
        making.views().restoreUntold(layer);
      }
    }
  }

  private boolean isDeleted(ObjectRef aspect) {
    return making.facts().find(new TombstoneOn(aspect)) != null;
  }

  private void merge(Subject merged, Subject survivor, boolean holds) {
    var word = new Merges.Word(making.recorded().position().value(), holds);
    compiling.learn(mentioned(merged).with(Merges.into(survivor.entity(), word)));
    compiling.learn(mentioned(survivor).with(Merges.from(merged.entity(), word)));
  }

  /// Both ends are there for whoever may see the relationship.
  private void relate(Subject from, String type, Subject to) {
    compiling.learn(mentioned(from));
    compiling.learn(mentioned(to));
    var edgeType = Objects.requireNonNull(EdgeType.of(type), type);
    var source = compiling.aspectOf(from.entity());
    var target = compiling.aspectOf(to.entity());
    var ref = DerivedId.relationshipOf(source, edgeType, target);
    if (making.facts().find(new ObjectOf(ref)) == null) {
      making.edge(ref, source, edgeType, target, 1);
    } else if (making.facts().find(new TombstoneOn(ref)) != null) {
      making.views().restore(ref);
    } else if (making.ruling().relatesSince()) {
      var recorded = making.recorded();
      new Relationships(making, recorded.envelope())
          .told(source, edgeType, target, recorded.event().since());
    }
  }

  /// An entity as somebody speaks of it who adds nothing.
  private Aspect mentioned(Subject subject) {
    return Aspect.of(subject.entity(), subject.type()).called(subject.name());
  }
}
