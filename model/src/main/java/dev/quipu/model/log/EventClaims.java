package dev.quipu.model.log;

import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.EventId;
import dev.quipu.model.json.Pointer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an event says of itself that can be judged without knowing the log. What was not said, or
/// could not be read, is null.
public record EventClaims(
    @Nullable EventId id,
    @Nullable EventType type,
    @Nullable Instant time,
    @Nullable EventId parent,
    List<? extends @Nullable EventId> causes) {

  /// Every fault of these.
  ///
  /// @param skew how far ahead of `now` an event may be dated
  /// @param at where the event stands
  public List<Violation> faults(Instant now, Duration skew, Pointer at) {
    var faults = new ArrayList<Violation>();
    if (type != null && type.isReserved()) {
      faults.add(
          new Violation(
              at.child("event_type").text(),
              "event_type.reserved",
              "Types that begin with `quipu.` are written by the server alone."));
    }
    if (time != null && time.isAfter(now.plus(skew))) {
      faults.add(
          new Violation(
              at.child("event_time").text(),
              "time.future",
              "An event has happened: send a time that is not ahead of ours by more than "
                  + skew.toSeconds()
                  + " seconds."));
    }
    if (id != null && (id.equals(parent) || causes.contains(id))) {
      faults.add(
          new Violation(
              at.child(id.equals(parent) ? "parent_event_id" : "causal_refs").text(),
              "reference.loop",
              "An event is neither its own parent nor its own cause."));
    }
    return faults;
  }
}
