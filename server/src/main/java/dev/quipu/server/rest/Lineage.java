package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.wire.ObjectAnswer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an ObjectVersion tells beside where it stands: which event made it, and which snapshot
/// shows it, as far as the caller sees those.
///
/// @param events by the positions at which the versions were made
/// @param tags by the numbers of the versions
record Lineage(Map<LogPosition, EventId> events, Map<Integer, String> tags, At at) {

  /// Of versions of one object.
  static Lineage of(Engine engine, Caller caller, List<ObjectView> versions, At at) {
    var stored = versions.stream().map(ObjectView::stored).toList();
    var positions = stored.stream().map(each -> each.version().position()).distinct().toList();
    return new Lineage(
        engine.events().eventsAt(caller, positions), engine.tags().showing(caller, stored, at), at);
  }

  /// One row of a history.
  JsonObject row(StoredObject stored) {
    return ObjectAnswer.version(
        stored.object(),
        stored.span(),
        stored.version(),
        at,
        mutation(stored),
        tags.get(stored.version().version()));
  }

  /// A version as an object of its own.
  JsonObject view(ObjectView version) {
    var stored = version.stored();
    return ObjectAnswer.versionView(
            stored.object(),
            stored.span(),
            stored.version(),
            at,
            mutation(stored),
            tags.get(stored.version().version()))
        .with("access_reason", ObjectShapes.reason(version.reason()));
  }

  private @Nullable String mutation(StoredObject stored) {
    var event = events.get(stored.version().position());
    return event == null ? null : event.value();
  }
}
