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
import java.util.function.UnaryOperator;

/// What is kept under the names of aspects, under the names that are shown.
final class EntityNames {

  private EntityNames() {}

  /// An edge between entities.
  ///
  /// @param named what an end is called
  static StoredEdge shown(StoredEdge edge, UnaryOperator<ObjectRef> named) {
    var row = edge.adjacent();
    var adjacent =
        new AdjacentRow(
            named.apply(row.node()),
            row.direction(),
            row.edgeType(),
            row.edge(),
            named.apply(row.other()));
    return new StoredEdge(adjacent, shown(edge.edge(), named));
  }

  /// An edge whose ends are entities; all else is what it is.
  static StoredObject shown(StoredObject stored) {
    return shown(stored, Aspect::shown);
  }

  private static StoredObject shown(StoredObject stored, UnaryOperator<ObjectRef> named) {
    if (stored.object().ref().type() != ObjectType.EDGE) {
      return stored;
    }
    var body = stored.version().body();
    var ends = EdgeEnds.of(body);
    var source = named.apply(ends.source());
    var target = named.apply(ends.target());
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
