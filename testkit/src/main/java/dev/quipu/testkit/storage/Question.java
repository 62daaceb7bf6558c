package dev.quipu.testkit.storage;

import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.testkit.fixture.Told;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that any scope may ask, as a value: it can be put to two storages, and a failure shows
/// it.
sealed interface Question {

  record OfObject(ObjectRef ref, At at) implements Question {}

  record OfObjects(ObjectListing listing, At at) implements Question {}

  record OfHistory(ObjectRef ref, LogPosition asKnownAt, HistoryPage page) implements Question {}

  record OfEdges(ObjectRef node, EdgeListing listing, At at) implements Question {}

  record OfEvent(EventId event) implements Question {}

  record OfEvents(EventListing listing) implements Question {}

  record OfTime(LogPosition position, Instant instant) implements Question {}

  /// The answer in a form that can be compared.
  default @Nullable Object put(Snapshot snapshot) {
    return switch (this) {
      case OfObject(var ref, var at) -> snapshot.object(ref, at);
      case OfObjects(var listing, var at) -> snapshot.objects(listing, at);
      case OfHistory(var ref, var asKnownAt, var page) -> snapshot.history(ref, asKnownAt, page);
      case OfEdges(var node, var listing, var at) -> snapshot.edges(node, listing, at);
      case OfEvent(var event) -> Told.of(snapshot.event(event));
      case OfEvents(var listing) -> Told.all(snapshot.events(listing));
      case OfTime(var position, var instant) ->
          List.of(
              snapshot.head(),
              String.valueOf(snapshot.visibleTimeOf(position)),
              snapshot.positionAt(instant));
    };
  }
}
