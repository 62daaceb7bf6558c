package dev.quipu.model.log;

import dev.quipu.model.id.EventId;
import java.time.Instant;
import java.util.List;

/// Proof that a write is in the log, and where: read with `after: position` to see it.
///
/// @param objects what it gave rise to, as far as its writer may know
public record Receipt(
    EventId eventId,
    LogPosition position,
    String logId,
    Status status,
    Instant visibleTime,
    List<Effect> objects) {

  public enum Status {
    /// Written now.
    ACCEPTED,
    /// The same event, or a version that says the same, was there already; nothing was done.
    DUPLICATE,
    /// Written by an earlier try under the same Idempotency-Key; nothing was done.
    REPLAYED
  }

  public Receipt {
    objects = List.copyOf(objects);
  }

  public static Receipt of(LogEntry entry, String logId, Status status, List<Effect> objects) {
    return new Receipt(
        entry.eventId(), entry.position(), logId, status, entry.visibleTime(), objects);
  }
}
