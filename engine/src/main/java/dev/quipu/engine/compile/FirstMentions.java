package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Agents, sessions and users exist from their first mention on. Who mentions them owns them; a
/// user is its own.
///
/// Rules of all versions share it: what it makes of an entry can never change.
final class FirstMentions {

  private final Recorded recorded;
  private final Event event;
  private final Facts facts;
  private final ViewChanges views;

  FirstMentions(Recorded recorded, Facts facts, ViewChanges views) {
    this.recorded = recorded;
    this.event = recorded.event();
    this.facts = facts;
    this.views = views;
  }

  /// Makes whatever is new.
  ///
  /// @param ofSession fields that a new session begins with
  void make(Map<String, Json> ofSession) {
    var agent = event.agentId();
    var session = event.sessionId();
    if (agent != null) {
      make(agent);
    }
    if (session != null && isNew(ObjectRef.of(session))) {
      var stamps = stamps("session_id", session.value());
      if (agent != null) {
        stamps.put("agent_id", Json.of(agent.value()));
      }
      stamps.putAll(ofSession);
      create(ObjectSchemas.SESSION, ObjectRef.of(session), stamps, asMentioned());
    }
    mentionUser(recorded.recordedBy());
    mentionUser(recorded.envelope().owner());
  }

  void make(AgentId agent) {
    if (isNew(ObjectRef.of(agent))) {
      var stamps = stamps("agent_id", agent.value());
      create(ObjectSchemas.AGENT, ObjectRef.of(agent), stamps, asMentioned());
    }
  }

  private void mentionUser(Principal principal) {
    var ref = new ObjectRef(ObjectType.USER, principal.id());
    if (principal.kind() == Principal.Kind.USER && isNew(ref)) {
      var own = Envelope.of(principal, new Visibility.OwnerOnly());
      create(ObjectSchemas.USER, ref, stamps("user_id", principal.id()), own);
    }
  }

  private boolean isNew(ObjectRef ref) {
    return !views.hasMade(ref) && facts.find(new ObjectOf(ref)) == null;
  }

  private void create(
      ObjectSchema schema, ObjectRef ref, Map<String, Json> stamps, Envelope envelope) {
    var body = schema.complete(JsonObject.EMPTY, stamps, Pointer.ROOT, new Violations());
    views.create(ref, envelope, body, since(event));
  }

  /// From when on what an event makes counts as there.
  static Instant since(Event event) {
    return event.since();
  }

  private Map<String, Json> stamps(String idField, String id) {
    var stamps = new HashMap<String, Json>();
    var tenant = Json.of(event.tenantId().value());
    stamps.put("tenant_id", tenant);
    stamps.put("user_tenant_id", tenant);
    stamps.put("created_at", Json.of(event.visibleTime()));
    stamps.put("start_ts", Json.of(since(event)));
    stamps.put("workspace_id", workspace());
    stamps.put(idField, Json.of(id));
    return stamps;
  }

  private Json workspace() {
    var workspace = event.workspaceId();
    return workspace == null ? Json.NULL : Json.of(workspace.value());
  }

  /// The event's access without what is the event's alone: how long it lives and how it is filed.
  /// An act on an object has that object's access, but it is the actor who mentions.
  private Envelope asMentioned() {
    var envelope = recorded.envelope();
    var owner = event.eventType().isReserved() ? recorded.recordedBy() : envelope.owner();
    return Envelope.of(owner, envelope.visibility()).in(envelope.workspace());
  }
}
