package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntitySchema;

/// An entity as a caller sees it: joined from the aspects that the caller may read.
///
/// @param schema by which it is reduced
public record EntityView(StoredObject stored, Aspect known, EntitySchema schema, Verdict reason) {

  /// What holds.
  public JsonObject snapshot() {
    return known.snapshot(schema);
  }
}
