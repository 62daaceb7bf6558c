package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Recorded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event that we write about what a caller did, rather than one that a caller sends.
///
/// @param log whose log it goes to
/// @param source where the act came from
record OwnEvent(
    TenantId log,
    EventType type,
    @Nullable AgentId agent,
    @Nullable SessionId session,
    JsonObject payload,
    String source,
    Envelope envelope) {

  Recorded by(Caller caller, Stamp stamp) {
    var event =
        new Event(
            new EventId("evt_" + stamp.freshId()),
            log,
            envelope.workspace(),
            agent,
            session,
            type,
            stamp.ingestTime(),
            stamp.ingestTime(),
            stamp.visibleTime(),
            stamp.position().value(),
            null,
            List.of(),
            payload,
            source,
            EventDraft.DEFAULT_IMPORTANCE,
            envelope.visibility().wireName(),
            1);
    var contentHash = Hash.of(Canonical.bytes(payload));
    return new Recorded(
        stamp.position(), Decide.RULES, event, envelope, caller.principal(), contentHash);
  }
}
