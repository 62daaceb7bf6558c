package dev.quipu.engine.query;

import dev.quipu.engine.inspect.EntityView;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityId;

/// An entity that passes a question's filters.
///
/// @param snapshot as the caller sees it
record JudgedEntity(EntityView view, JsonObject snapshot) {

  EntityId id() {
    return view.known().entity();
  }
}
