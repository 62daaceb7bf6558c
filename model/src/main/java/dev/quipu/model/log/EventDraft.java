package dev.quipu.model.log;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event as a caller sends it: what it left out is null and is chosen when the event is decided.
///
/// @param contentHash of what was sent, times that we stamp left out
public record EventDraft(
    @Nullable EventId eventId,
    @Nullable WorkspaceId workspaceId,
    @Nullable AgentId agentId,
    @Nullable SessionId sessionId,
    EventType eventType,
    @Nullable Instant eventTime,
    @Nullable Long logicalTs,
    @Nullable EventId parentEventId,
    List<EventId> causalRefs,
    JsonObject payload,
    String source,
    double importance,
    int version,
    AccessDraft access,
    Hash contentHash) {

  /// What an event weighs when nobody says.
  public static final double DEFAULT_IMPORTANCE = 0.5;

  public EventDraft {
    causalRefs = List.copyOf(causalRefs);
  }
}
