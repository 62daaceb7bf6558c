package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityAct.Move;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds out which observations a caller may let speak of another entity: those that it sees, that
/// count for the one it names, and whose aspects it may write.
///
/// @param seen the aspects of that entity that the caller sees
record SplitDecisions(Caller caller, List<ObjectRef> seen, Stamp stamp, Facts facts) {

  /// Which observations move, and the aspects that they leave.
  record Moving(List<Move> moves, List<ObjectRow> left) {}

  Moving moving(List<String> observations, Subject into) {
    var violations = new Violations();
    var moves = new ArrayList<Move>();
    var left = new LinkedHashSet<ObjectRow>();
    for (int i = 0; i < observations.size(); i++) {
      var told = Tellings.find(observations.get(i), facts);
      var aspect =
          told == null || !Decide.mayRead(caller, told.entry(), stamp) ? null : aspectOf(told);
      var entity = aspect == null ? null : Aspect.entityOf(aspect.ref());
      if (told == null || aspect == null || entity == null) {
        violations.add(
            Pointer.ROOT.child("observations").child(i),
            "observation.unknown",
            "There is no such observation of this entity.");
        continue;
      }
      refuseOthers(aspect);
      refuseSame(entity, into);
      ActAccess.refuseDeleted(into.entity(), told.entry().recorded().envelope(), facts);
      moves.add(new Move(observations.get(i), entity));
      left.add(aspect);
    }
    violations.throwIfAny();
    return new Moving(moves, List.copyOf(left));
  }

  /// The aspect that an observation counts for, if it is one of those.
  private @Nullable ObjectRow aspectOf(Tellings.Told told) {
    var envelope = told.entry().recorded().envelope();
    for (var ref : seen) {
      var entity = Aspect.entityOf(ref);
      if (entity != null && ref.equals(Aspect.ref(entity, envelope))) {
        var known = Tellings.latest(ref, facts);
        if (known != null && known.splits().entityOf(told.observation()).equals(entity)) {
          return facts.find(new ObjectOf(ref));
        }
      }
    }
    return null;
  }

  private void refuseOthers(ObjectRow aspect) {
    if (!Sight.of(caller, stamp).mayWrite(aspect)) {
      throw new Forbidden(
          "entity.not_yours",
          "some of these observations were told by others",
          "name those that you may write, or ask a tenant admin");
    }
  }

  private static void refuseSame(EntityId entity, Subject into) {
    if (entity.equals(into.entity())) {
      throw new Invalid("/name", "entity.same", "Name another entity: they speak of this already.");
    }
  }
}
