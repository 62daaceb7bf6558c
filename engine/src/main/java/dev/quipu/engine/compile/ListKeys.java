package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.object.SnapshotTag;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What objects are listed by.
final class ListKeys {

  private ListKeys() {}

  record Key(String field, String value) {}

  static List<Key> of(ObjectRef ref, JsonObject body) {
    var keys = new ArrayList<Key>();
    ofType(ref.type(), body).forEach((field, value) -> keys.add(new Key(field, value)));
    if (ref.type() == ObjectType.MEMORY) {
      AspectBody.listKeys(body)
          .forEach((field, values) -> values.forEach(value -> keys.add(new Key(field, value))));
    }
    return keys;
  }

  private static Map<String, String> ofType(ObjectType type, JsonObject body) {
    return switch (type) {
      case TENANT -> Tenant.listKeys(body);
      case KEY -> ApiKey.listKeys(body);
      case SNAPSHOT -> SnapshotTag.listKeys(body);
      default -> {
        var schema = ObjectSchemas.of(type);
        yield schema == null ? Map.of() : schema.listKeys(body);
      }
    };
  }
}
