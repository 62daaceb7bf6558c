package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An event to be sent: nothing is said but what a test says.
record EventSketch(
    @Nullable String id,
    String type,
    String text,
    @Nullable String agent,
    @Nullable String session,
    @Nullable String workspace,
    @Nullable Instant time,
    @Nullable Long logicalTs,
    List<String> causes,
    @Nullable Principal owner,
    @Nullable Visibility visibility) {

  static EventSketch saying(String text) {
    return new EventSketch(
        null, "message", text, null, null, null, null, null, List.of(), null, null);
  }

  EventSketch id(String id) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch type(String type) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch by(String agent) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch in(String session) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch within(String workspace) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch at(Instant time) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch counted(long logicalTs) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch because(String... causes) {
    return new EventSketch(
        id,
        type,
        text,
        agent,
        session,
        workspace,
        time,
        logicalTs,
        List.of(causes),
        owner,
        visibility);
  }

  EventSketch ownedBy(Principal owner) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  EventSketch seenBy(Visibility visibility) {
    return new EventSketch(
        id, type, text, agent, session, workspace, time, logicalTs, causes, owner, visibility);
  }

  Command.Append append() {
    return new Command.Append(
        new EventDraft(
            id == null ? null : new EventId(id),
            workspace == null ? null : new WorkspaceId(workspace),
            agent == null ? null : new AgentId(agent),
            session == null ? null : new SessionId(session),
            new EventType(type),
            time,
            logicalTs,
            null,
            causes.stream().map(EventId::new).toList(),
            JsonObject.of("text", Json.of(text)),
            "test",
            EventDraft.DEFAULT_IMPORTANCE,
            1,
            new AccessDraft(owner, visibility, true, null, null, Set.of(), null),
            contentHash()));
  }

  private Hash contentHash() {
    return Hash.of(toString().getBytes(StandardCharsets.UTF_8));
  }
}
