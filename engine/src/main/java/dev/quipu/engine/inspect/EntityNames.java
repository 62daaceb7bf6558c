package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.VersionRow;

/// What is kept under the names of aspects, under the names that are shown.
final class EntityNames {

  private EntityNames() {}

  static StoredEdge shown(StoredEdge edge) {
    var row = edge.adjacent();
    var adjacent =
        new AdjacentRow(
            Aspect.shown(row.node()),
            row.direction(),
            row.edgeType(),
            row.edge(),
            Aspect.shown(row.other()));
    return new StoredEdge(adjacent, shown(edge.edge()));
  }

  /// An edge whose ends are entities; all else is what it is.
  static StoredObject shown(StoredObject stored) {
    if (stored.object().ref().type() != ObjectType.EDGE) {
      return stored;
    }
    var body = stored.version().body();
    var ends = EdgeEnds.of(body);
    var source = Aspect.shown(ends.source());
    var target = Aspect.shown(ends.target());
    if (source.equals(ends.source()) && target.equals(ends.target())) {
      return stored;
    }
    return new StoredObject(stored.object(), stored.span(), between(stored, body, source, target));
  }

  private static VersionRow between(
      StoredObject stored, JsonObject body, ObjectRef source, ObjectRef target) {
    var version = stored.version();
    return new VersionRow(
        version.ref(),
        version.version(),
        version.position(),
        body.with("src_object_id", Json.of(source.id()))
            .with("dst_object_id", Json.of(target.id())));
  }
}
