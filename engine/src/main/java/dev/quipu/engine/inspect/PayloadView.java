package dev.quipu.engine.inspect;

import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.payload.SubmittedPayload;

/// A submission of a payload, and why the caller may see it.
public record PayloadView(LogEntry entry, SubmittedPayload payload, Verdict reason) {

  static PayloadView of(EventView event) {
    return new PayloadView(
        event.entry(), SubmittedPayload.read(event.entry().event()), event.reason());
  }
}
