package dev.quipu.model.payload;

import dev.quipu.model.object.EdgeType;

/// What a field of an entity points at by name: another entity.
public record Reference(String entityType, EdgeType relationship) {

  public Reference {
    EntityType.checked(entityType);
  }
}
