package dev.quipu.model.payload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What comes along with the program: capabilities and schemas that every tenant knows.
public record Catalogue(List<Capability> capabilities, List<EntitySchema> schemas) {

  public static final Catalogue EMPTY = new Catalogue(List.of(), List.of());

  public Catalogue {
    capabilities = List.copyOf(capabilities);
    schemas = List.copyOf(schemas);
  }

  /// Null if it does not come along.
  public @Nullable Capability capability(CapabilityId id) {
    return capabilities.stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
  }

  /// One version of a schema; null if it does not come along.
  public @Nullable EntitySchema schema(String entityType, String version) {
    return schemas.stream()
        .filter(each -> each.entityType().equals(entityType) && each.version().equals(version))
        .findFirst()
        .orElse(null);
  }

  /// The schema of a type; one that declares nothing if the type is not described.
  public EntitySchema schemaOf(String entityType) {
    return schemas.stream()
        .filter(each -> each.entityType().equals(entityType))
        .findFirst()
        .orElseGet(() -> EntitySchema.undeclared(entityType));
  }
}
