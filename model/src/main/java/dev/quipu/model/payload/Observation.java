package dev.quipu.model.payload;

import dev.quipu.model.json.JsonObject;
import java.time.Instant;

/// What one payload says of one entity. Immutable for ever: whoever knows better adds another, or a
/// [Correction].
///
/// @param specificity from 0 to 1: how closely the source speaks of this entity
/// @param fields a null clears a field, one that is absent is not spoken of
public record Observation(
    String id,
    String sourcePayloadId,
    EntityId entity,
    String entityType,
    String schemaVersion,
    Instant observedAt,
    double specificity,
    int priority,
    SourceKind source,
    JsonObject fields) {

  public Observation {
    EntityType.checked(entityType);
    SchemaVersion.checked(schemaVersion);
  }

  /// By what it is weighed against others.
  public Stamp stamp() {
    return new Stamp(id, sourcePayloadId, observedAt, priority, specificity, source);
  }
}
