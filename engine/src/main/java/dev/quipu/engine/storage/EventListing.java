package dev.quipu.engine.storage;

import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which events to list: positions in (`after`, `upTo`], with these fields.
///
/// @param fields `agent_id`, `session_id`, `event_type`, `workspace_id`, `caused_by` (one of the
///   causes that an event names), and those of [dev.quipu.model.payload.PayloadKey]: values that
///   must hold
/// @param from event_time not before; null = any
/// @param to event_time before; null = any
/// @param newestFirst from the end of the interval
public record EventListing(
    LogPosition after,
    LogPosition upTo,
    Map<String, String> fields,
    @Nullable Instant from,
    @Nullable Instant to,
    boolean newestFirst,
    int limit) {

  public EventListing {
    fields = Map.copyOf(fields);
  }

  public EventListing limitedTo(int limit) {
    return new EventListing(after, upTo, fields, from, to, newestFirst, limit);
  }

  public EventListing with(Map<String, String> fields) {
    return new EventListing(after, upTo, fields, from, to, newestFirst, limit);
  }

  public EventListing between(LogPosition after, LogPosition upTo) {
    return new EventListing(after, upTo, fields, from, to, newestFirst, limit);
  }
}
