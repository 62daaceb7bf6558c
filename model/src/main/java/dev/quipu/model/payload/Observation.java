package dev.quipu.model.payload;

import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import java.util.Set;

/// What one payload says of one entity. Immutable for ever: whoever knows better adds another, or a
/// [Correction].
///
/// @param stamp by what it is weighed against others
/// @param fields a null clears a field, one that is absent is not spoken of
/// @param merged the fields that are known to be merged: what is told of one by itself is put in as
///   the only item of an array would be
public record Observation(
    Stamp stamp,
    EntityId entity,
    String entityType,
    String schemaVersion,
    JsonObject fields,
    Set<String> merged) {

  public Observation {
    EntityType.checked(entityType);
    SchemaVersion.checked(schemaVersion);
    merged = Set.copyOf(merged);
  }

  public String id() {
    return stamp.observation();
  }

  public Instant observedAt() {
    return stamp.at();
  }
}
