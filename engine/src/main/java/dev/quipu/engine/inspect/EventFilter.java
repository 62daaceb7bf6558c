package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which events a caller wants.
///
/// @param fields of `agent_id`, `session_id`, `event_type`, `workspace_id`
/// @param from event_time not before
/// @param to event_time before
/// @param nested also of the sessions below the one in `session_id`
public record EventFilter(
    Map<String, String> fields,
    @Nullable Instant from,
    @Nullable Instant to,
    boolean newestFirst,
    boolean nested) {

  public static final EventFilter ALL = new EventFilter(Map.of(), null, null, false);

  public EventFilter(
      Map<String, String> fields,
      @Nullable Instant from,
      @Nullable Instant to,
      boolean newestFirst) {
    this(fields, from, to, newestFirst, false);
  }

  public EventFilter {
    // Sorted, because the text of this record names the list that a cursor belongs to.
    fields = Collections.unmodifiableMap(new TreeMap<>(fields));
  }

  /// The events of one page.
  ///
  /// @param place the last position of the page before; null = the first page
  EventListing listing(At at, boolean asOfGiven, @Nullable LogPosition place, int limit) {
    var until = asOfGiven ? at.asOf().plusNanos(1000) : null;
    var end = until == null || (to != null && to.isBefore(until)) ? to : until;
    var after = place == null || newestFirst ? LogPosition.START : place;
    var upTo = place == null || !newestFirst ? at.asKnownAt() : new LogPosition(place.value() - 1);
    return new EventListing(after, upTo, fields, from, end, newestFirst, limit);
  }
}
