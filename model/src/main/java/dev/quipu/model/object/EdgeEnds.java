package dev.quipu.model.object;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// What an edge joins, out of its body.
public record EdgeEnds(ObjectRef source, ObjectRef target) {

  /// Reads a body that has passed the schema of edges.
  public static EdgeEnds of(JsonObject body) {
    return new EdgeEnds(
        end(body.text("src_type"), body.text("src_object_id")),
        end(body.text("dst_type"), body.text("dst_object_id")));
  }

  private static ObjectRef end(@Nullable String typeName, @Nullable String id) {
    var type = typeName == null ? null : ObjectType.of(typeName);
    if (type == null || id == null) {
      throw new IllegalStateException("an edge body names its ends");
    }
    return new ObjectRef(type, id);
  }
}
