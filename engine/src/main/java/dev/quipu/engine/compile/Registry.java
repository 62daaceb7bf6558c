package dev.quipu.engine.compile;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.EntityType;
import dev.quipu.model.payload.SchemaRef;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import org.jspecify.annotations.Nullable;

/// The capabilities and schemas that a tenant knows: those that come along with the program, and
/// its own.
record Registry(Catalogue catalogue, Facts facts) {

  static ObjectRef ref(CapabilityId id) {
    return new ObjectRef(ObjectType.CAPABILITY, id.value());
  }

  /// Null if there is none.
  @Nullable Capability capability(String id) {
    var known = CapabilityId.parse(id);
    if (known == null) {
      return null;
    }
    var builtIn = catalogue.capability(known);
    return builtIn == null ? kept(ref(known), Capability.SHAPE) : builtIn;
  }

  /// The schema in force for a type: what the tenant has activated, else what comes along.
  EntitySchema schema(String entityType) {
    if (!EntityType.isWellFormed(entityType)) {
      return catalogue.schemaOf(entityType);
    }
    var active = kept(SchemaRef.active(entityType));
    var version = active == null ? null : active.text(SchemaRef.ACTIVE);
    if (version == null) {
      return catalogue.schemaOf(entityType);
    }
    var builtIn = catalogue.schema(entityType, version);
    var own =
        builtIn == null ? kept(SchemaRef.of(entityType, version), EntitySchema.SHAPE) : builtIn;
    return own == null ? catalogue.schemaOf(entityType) : own;
  }

  /// Whether a version of a type's schema is known, be it in force or not.
  boolean knows(String entityType, String version) {
    return catalogue.schema(entityType, version) != null
        || facts.find(new ObjectOf(SchemaRef.of(entityType, version))) != null;
  }

  /// What a capability makes is told with the version of a schema: one that nobody knows would lead
  /// nowhere. Of a type that nobody has described there is none to be known.
  void requireSchemaOf(Capability capability) {
    var type = capability.primaryEntityType();
    var inForce = schema(type);
    if (!inForce.fields().isEmpty() && !knows(type, capability.schemaVersion())) {
      throw new Invalid(
          "/schema_version",
          "schema.unknown",
          "There is no such version of the schema of "
              + type
              + ". In force is "
              + inForce.version()
              + "; GET /v1/schemas/"
              + type
              + " tells which others there are.");
    }
  }

  private <T> @Nullable T kept(ObjectRef ref, Shape<T> shape) {
    var body = kept(ref);
    return body == null ? null : read(body, shape);
  }

  private @Nullable JsonObject kept(ObjectRef ref) {
    var object = facts.find(new ObjectOf(ref));
    var version = object == null ? null : facts.find(new VersionOf(ref, object.latestVersion()));
    return version == null ? null : version.body();
  }

  private static <T> T read(JsonObject body, Shape<T> shape) {
    var violations = new Violations();
    var read = shape.read(body, Pointer.ROOT, violations);
    violations.throwIfAny();
    return read;
  }
}
