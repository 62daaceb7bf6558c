package dev.quipu.model.log;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What happened: the seventeen fields of seed 001.
///
/// @param eventTime when it happened, by the caller's word (else ours)
/// @param ingestTime when we received it
/// @param visibleTime when it was committed; strictly increasing within a tenant
/// @param logicalTs the position, unless the caller gave one later than its causes'
/// @param visibility the word that the effective visibility has on the wire
/// @param version of the event itself, by the caller's word; 1 unless said
public record Event(
    EventId eventId,
    TenantId tenantId,
    @Nullable WorkspaceId workspaceId,
    @Nullable AgentId agentId,
    @Nullable SessionId sessionId,
    EventType eventType,
    Instant eventTime,
    Instant ingestTime,
    Instant visibleTime,
    long logicalTs,
    @Nullable EventId parentEventId,
    List<EventId> causalRefs,
    JsonObject payload,
    String source,
    double importance,
    String visibility,
    int version) {

  public Event {
    causalRefs = List.copyOf(causalRefs);
  }

  /// From when on it counts: one that is dated ahead of our clock must not hide what it makes.
  public Instant since() {
    return eventTime.isAfter(visibleTime) ? visibleTime : eventTime;
  }
}
