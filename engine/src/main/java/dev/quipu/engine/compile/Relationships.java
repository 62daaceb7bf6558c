package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.ValidTime;
import java.time.Instant;

/// Relationships between aspects of one access. They hold from the first instant at which somebody
/// has told of them, whoever told of them first, until nobody does.
record Relationships(Making making, Envelope envelope) {

  /// What was deleted stays so.
  void told(ObjectRef from, EdgeType type, ObjectRef to, Instant since) {
    var ref = DerivedId.relationshipOf(from, type, to);
    if (making.views().hasMade(ref)) {
      return;
    }
    var known = making.facts().find(new ObjectOf(ref));
    if (known == null) {
      making.edge(ref, envelope, from, type, to, 1, since);
    } else if (making.facts().find(new TombstoneOn(ref)) == null) {
      var first = making.facts().find(new SpanAfter(ref, ValidTime.BEGINNING));
      if (first == null || since.isBefore(first.validFrom())) {
        making.views().begin(known, first, since);
      }
    }
  }

  void untold(ObjectRef ref) {
    if (!making.views().hasMade(ref)
        && making.facts().find(new TombstoneOn(ref)) == null
        && making.facts().find(new SpanAfter(ref, ValidTime.BEGINNING)) != null) {
      making.views().endWholly(ref);
    }
  }
}
