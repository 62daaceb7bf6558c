package dev.quipu.engine.inspect;

import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.EdgeType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where something comes from.
///
/// @param mutation the event that made the version; null if the caller does not see it
/// @param via what lies between the object and its events
/// @param complete whether `via` has all there is
public record Provenance(
    Subject subject,
    int version,
    @Nullable EventId mutation,
    List<Source> sources,
    List<Step> via,
    boolean complete) {

  public Provenance {
    sources = List.copyOf(sources);
    via = List.copyOf(via);
  }

  /// An event that an object names as its source.
  ///
  /// @param found null if it is not there, or not for the caller
  public record Source(EventId id, @Nullable Found found) {}

  /// What is told of an event.
  public record Found(LogPosition position, EventType type, Instant time) {

    static Found of(LogEntry entry) {
      return new Found(entry.position(), entry.event().eventType(), entry.event().eventTime());
    }
  }

  /// An object on the way to the events.
  public record Step(ObjectRef object, EdgeType edge) {}
}
