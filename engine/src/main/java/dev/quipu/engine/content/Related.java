package dev.quipu.engine.content;

import dev.quipu.engine.ingest.Written;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityAct;
import java.util.List;
import java.util.stream.Collectors;

/// What became of the wish to relate two entities.
///
/// @param written the writing that says so, be it now or before
/// @param edge that stands for it
/// @param created whether this was not said before, as far as the caller sees
public record Related(Written written, ObjectRef edge, boolean created) {

  static Related by(
      Written written, EdgeType type, List<ObjectRef> sources, List<ObjectRef> targets) {
    var entry = written.entry();
    boolean isAct = EntityAct.isDoneBy(entry.event());
    if (isAct && EntityAct.read(entry.event()) instanceof EntityAct.Relate relate) {
      return new Related(
          written,
          edge(entry, type, relate),
          written.receipt().status() != Receipt.Status.DUPLICATE);
    }
    return new Related(written, made(entry, type, sources, targets), false);
  }

  private static ObjectRef edge(LogEntry entry, EdgeType type, EntityAct.Relate relate) {
    var envelope = entry.recorded().envelope();
    return DerivedId.relationshipOf(
        Aspect.ref(relate.subject().entity(), envelope),
        type,
        Aspect.ref(relate.to().entity(), envelope));
  }

  /// The edge between aspects of these that something else has made: a payload, or a split.
  private static ObjectRef made(
      LogEntry entry, EdgeType type, List<ObjectRef> sources, List<ObjectRef> targets) {
    var edges =
        entry.effects().stream()
            .map(Effect::object)
            .filter(ref -> ref.type() == ObjectType.EDGE)
            .collect(Collectors.toSet());
    return Aspect.pairs(sources, targets).stream()
        .map(ends -> DerivedId.relationshipOf(ends.source(), type, ends.target()))
        .filter(edges::contains)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("an entry has made the edge that it is for"));
  }
}
