package dev.quipu.model.payload;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;

/// Where a tenant's schemas are kept: each version under its own name, and for each type which of
/// them is in force.
public final class SchemaRef {

  /// The member of the object that says which version is in force.
  public static final String ACTIVE = "active_version";

  private SchemaRef() {}

  public static ObjectRef of(String entityType, String version) {
    return new ObjectRef(ObjectType.ENTITY_SCHEMA, entityType + ":" + version);
  }

  /// What says which version is in force.
  public static ObjectRef active(String entityType) {
    return new ObjectRef(ObjectType.ENTITY_SCHEMA, entityType);
  }

  public static JsonObject activeBody(String entityType, String version) {
    return JsonObject.of("entity_type", Json.of(entityType), ACTIVE, Json.of(version));
  }
}
